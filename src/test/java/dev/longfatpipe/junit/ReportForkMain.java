/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the tests of classes in a JVM of its own, as a fork of a build does. */
final class ReportForkMain {

    private ReportForkMain() {}

    public static void main(String[] classes) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (String name : classes) {
            request.selectors(selectClass(name));
        }
        LauncherDiscoveryRequest built = request.build();
        LauncherFactory.create().execute(built);
    }
}
