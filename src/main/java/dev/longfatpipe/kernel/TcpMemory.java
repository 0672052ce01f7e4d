/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.util.regex.Pattern;
import org.apiguardian.api.API;

/**
 * The three numbers of {@code net.ipv4.tcp_rmem} or {@code net.ipv4.tcp_wmem}, in bytes.
 *
 * <p>Linux does not ask that they ascend: a {@code max} below {@code initial} leaves new sockets at {@code initial} and only
 * keeps them from growing. Such values are therefore accepted here, as the kernel accepts them.
 *
 * @param min what a socket keeps under memory pressure, 1 to 2147483647
 * @param initial the buffer of a socket that set nothing, 1 to 2147483647
 * @param max the limit of auto-tuning, 1 to 2147483647
 * @see <a href="https://docs.kernel.org/networking/ip-sysctl.html">ip-sysctl, tcp_rmem and tcp_wmem</a>
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record TcpMemory(long min, long initial, long max) {

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    /**
     * Checks the range of each number.
     *
     * @throws IllegalArgumentException if one of them is outside 1 to 2147483647
     */
    public TcpMemory {
        SysctlText.requireBytes("min of tcp memory", min);
        SysctlText.requireBytes("initial of tcp memory", initial);
        SysctlText.requireBytes("max of tcp memory", max);
    }

    /**
     * Reads the form of /proc/sys and of sysctl: three numbers with white space between them.
     *
     * @param text for example {@code "4096 131072 6291456"}
     * @throws IllegalArgumentException if it is not three whole numbers from 1 to 2147483647
     */
    public static TcpMemory parse(String text) {
        return parse("tcp memory", text);
    }

    static TcpMemory parse(String subject, String text) {
        String[] numbers = WHITE_SPACE.split(text.strip(), -1);
        if (numbers.length != 3) {
            throw SysctlText.malformed(
                    subject, text, "is not the three numbers min, initial and max", "\"4096 131072 6291456\"");
        }
        return new TcpMemory(
                SysctlText.bytes(subject, numbers[0]),
                SysctlText.bytes(subject, numbers[1]),
                SysctlText.bytes(subject, numbers[2]));
    }

    /** The same values with another {@code max}: the number that is tuned most. */
    public TcpMemory withMax(long newMax) {
        return new TcpMemory(min, initial, newMax);
    }

    /** The form that {@link #parse(String)} reads: {@code "4096 131072 6291456"}. */
    @Override
    public String toString() {
        return min + " " + initial + " " + max;
    }
}
