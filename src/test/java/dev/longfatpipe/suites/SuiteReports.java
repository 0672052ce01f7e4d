/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.suites;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Reads the reports that Maven's Failsafe leaves of tests, {@code TEST-*.xml}. */
final class SuiteReports {

    /** JUnit's assumptions begin their messages so. */
    private static final String ASSUMPTION = "Assumption failed: ";

    private SuiteReports() {}

    /**
     * Reads all reports of a folder.
     *
     * @throws IOException if one cannot be read
     */
    static PromisedSuites read(Path folder) throws IOException {
        int tests = 0;
        List<String> missing = new ArrayList<>();
        List<String> inconclusive = new ArrayList<>();
        try (DirectoryStream<Path> reports = Files.newDirectoryStream(folder, "TEST-*.xml")) {
            for (Path report : reports) {
                NodeList cases = parse(report).getElementsByTagName("testcase");
                tests += cases.getLength();
                for (int i = 0; i < cases.getLength(); i++) {
                    Element test = (Element) cases.item(i);
                    NodeList skipped = test.getElementsByTagName("skipped");
                    if (skipped.getLength() > 0) {
                        sort(test, (Element) skipped.item(0), missing, inconclusive);
                    }
                }
            }
        }
        return new PromisedSuites(tests, List.copyOf(missing), List.copyOf(inconclusive));
    }

    private static void sort(Element test, Element skipped, List<String> missing, List<String> inconclusive) {
        String name = test.getAttribute("classname").replaceAll(".*\\.", "") + "." + test.getAttribute("name");
        String reason = skipped.getAttribute("message").replaceAll("\\s+", " ").strip();
        String plain = reason.startsWith(ASSUMPTION) ? reason.substring(ASSUMPTION.length()) : reason;
        if (plain.startsWith(PromisedSuites.INCONCLUSIVE)) {
            inconclusive.add(name + ": " + plain.substring(PromisedSuites.INCONCLUSIVE.length()));
        } else {
            missing.add(name + ": " + plain);
        }
    }

    private static Element parse(Path report) throws IOException {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            return factory.newDocumentBuilder().parse(report.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException("[" + report + "] is no report of tests: " + e.getMessage(), e);
        }
    }
}
