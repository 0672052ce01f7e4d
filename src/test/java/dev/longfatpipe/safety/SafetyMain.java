/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.safety;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;
import static org.junit.platform.launcher.TagFilter.includeTags;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests that are tagged {@code safety}, at the size that system properties tell: {@code mvn -q -Psafety verify}. */
final class SafetyMain {

    private SafetyMain() {}

    /** Exits with 0 when every test has passed, 1 when one has not, 2 when nothing could be run. */
    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(System.getProperty("longfatpipe.safety.base", "."), "target", "safety", "safety.json");
        LauncherDiscoveryRequest tests = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectPackage("dev.longfatpipe"))
                .filters(includeTags("safety"))
                .build();
        SafetyReport report = new SafetyReport(System.out);
        LauncherFactory.create().execute(tests, report);
        Files.createDirectories(file.getParent());
        Files.writeString(file, report.json());
        report.table().forEach(System.out::println);
        System.out.println("written to " + file.normalize());
        System.exit(report.isEmpty() ? 2 : report.isGreen() ? 0 : 1);
    }
}
