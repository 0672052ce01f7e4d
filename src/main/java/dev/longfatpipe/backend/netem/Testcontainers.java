/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.netem;

/** Whether Testcontainers, which is optional, is there. */
final class Testcontainers {

    static final String MISSING = "Testcontainers is not on the class path: add the dependency"
            + " org.testcontainers:testcontainers (2.0 or later, scope test)";

    private Testcontainers() {}

    static boolean isPresent() {
        try {
            Class.forName("org.testcontainers.DockerClientFactory", false, Testcontainers.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
