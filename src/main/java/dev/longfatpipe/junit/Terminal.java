/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.junit;

import java.io.Console;

/** Whether somebody looks at a terminal. */
final class Terminal {

    private Terminal() {}

    /** Before JDK 22 there is a console only where there is a terminal; since then it says itself what it is. */
    @SuppressWarnings("SystemConsoleNull")
    static boolean isThere() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
