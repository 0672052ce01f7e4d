/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.backend.tun;

/** A process that opens a pipe, says so, and is there until somebody kills it. */
final class HangingPipe {

    static final String OPEN = "open";

    private HangingPipe() {}

    public static void main(String[] arguments) throws Exception {
        Tunnelled.open(Tunnelled.path());
        System.out.println(OPEN);
        System.out.flush();
        Thread.sleep(60_000);
    }
}
