/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.report;

import java.util.Map;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * Which test an entry of the report is about.
 *
 * @param id the same for the same test in every run, different for every other test: JUnit's unique id
 * @param testClass full name of the class
 * @param method name of the method, without parameters
 * @param invocation display name of one invocation of a parameterised or repeated test; null for a test that runs once
 * @param name the short name of the test on consoles
 * @param file source file, relative to the root of the sources that CI checked out; null where it is not known
 * @param line line of that file at which the test failed; null where it did not, or where that is not known
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TestIdentity(
        String id,
        String testClass,
        String method,
        @Nullable String invocation,
        String name,
        @Nullable String file,
        @Nullable Integer line) {

    Map<String, Object> json() {
        return new Members()
                .put("id", id)
                .put("class", testClass)
                .put("method", method)
                .put("invocation", invocation)
                .put("name", name)
                .put("file", file)
                .put("line", line)
                .map();
    }
}
