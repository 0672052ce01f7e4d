/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The report as one HTML file that needs nothing else. */
final class HtmlReport {

    private HtmlReport() {}

    /**
     * Puts a report into the page.
     *
     * @param json as {@link Session#json()} writes it: without any {@code <}
     * @param project named in the title
     */
    static String of(String json, String project) {
        String page = resource("report.html");
        StringBuilder html = new StringBuilder(json.length() + (1 << 17));
        int at = 0;
        while (true) {
            int begin = page.indexOf("{{", at);
            if (begin < 0) {
                return html.append(page, at, page.length()).toString();
            }
            int end = page.indexOf("}}", begin);
            html.append(page, at, begin).append(content(page.substring(begin + 2, end), json, project));
            at = end + 2;
        }
    }

    private static String content(String name, String json, String project) {
        return switch (name) {
            case "data" -> json;
            case "project" -> escaped(project);
            default -> resource(name);
        };
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(
                        "resource [" + name + "] is not in the jar of LongFatPipe: build it with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
