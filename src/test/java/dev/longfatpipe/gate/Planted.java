/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * What is done to the code of a gated test.
 *
 * @param receiveBuffer SO_RCVBUF of the client in bytes; 0 leaves it to the kernel
 * @param thinkMillis for how long the server thinks about each request
 * @param run the number of the run, under which it reports
 */
record Planted(int receiveBuffer, int thinkMillis, int run) {

    static final String RECEIVE = "gate.receive";
    static final String THINK = "gate.think";
    static final String RUN = "gate.run";

    /** Gives a test what the configuration parameters of its run say. */
    static final class Resolver implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return parameter.getParameter().getType() == Planted.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            return new Planted(number(test, RECEIVE), number(test, THINK), number(test, RUN));
        }

        private static int number(ExtensionContext test, String parameter) {
            return test.getConfigurationParameter(parameter)
                    .map(Integer::parseInt)
                    .orElse(0);
        }
    }
}
