/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Says whether suites that were promised have run; called by {@code mvn verify -Dsuites=…} after their tests. */
final class SuitesMain {

    private SuitesMain() {}

    /** Exits with 0 when the promise was kept, with 1 when it was not; the arguments are the suites' names and the folder of reports. */
    public static void main(String[] arguments) throws IOException {
        PromisedSuites suites = SuiteReports.read(Path.of(arguments[1]));
        suites.lines().forEach(System.out::println);
        Optional<String> complaint = suites.complaint();
        complaint.ifPresent(
                text -> System.out.println("Suites [" + arguments[0] + "] were promised, but " + text + "."));
        System.exit(complaint.isEmpty() ? 0 : 1);
    }
}
