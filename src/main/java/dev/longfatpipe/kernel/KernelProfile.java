/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.util.Objects;
import org.apiguardian.api.API;

/**
 * The kernel whose TCP a test is about: a window law and the sysctls it runs with.
 *
 * <p>A profile need not be that of the machine that runs the test. {@link #linux61()} and {@link #linux618()} are the same
 * everywhere, and a production host's settings are laid over them line by line:
 *
 * <pre>{@code
 * KernelProfile production = KernelProfile.linux61().with("net.ipv4.tcp_rmem", "4096 131072 524288");
 * production.receiveWindow(BufferSetting.auto(), 1448).maximum();   // 262144 bytes
 * }</pre>
 *
 * <p>Immutable; no method but {@link #host()} reads anything from the machine.
 *
 * @param name what reports call it, for example {@code linux-6.1}
 * @param law how buffer memory becomes window
 * @param sysctls the settings in force
 * @since 0.1
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public record KernelProfile(String name, WindowLaw law, Sysctls sysctls) {

    /** Refuses a blank name. */
    public KernelProfile {
        Objects.requireNonNull(law, "law");
        Objects.requireNonNull(sysctls, "sysctls");
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "kernel profile name [" + name + "] is blank: write a name that reports can show");
        }
    }

    /**
     * The machine's own kernel: the law by the version in the system property {@code os.version} and the sysctls in
     * /proc/sys, both read at each call.
     *
     * <p>Where there is no Linux the answer is {@link #linux618()} under the name {@code linux-6.18 (assumed)}. A setting
     * that cannot be read (containers hide {@code net.core.rmem_max} on many kernels) has the kernel's own default, and
     * the name says so. A version that cannot be read is taken for the newest law, and the name says that too.
     */
    public static KernelProfile host() {
        return HostKernel.ofThisMachine().profile();
    }

    /**
     * Linux 6.1 as it was measured: {@code tcp_rmem 4096 131072 33554432}, {@code tcp_wmem 4096 16384 33554432},
     * {@code rmem_max} and {@code wmem_max} 67108864, CUBIC.
     *
     * <p>These are the settings of a tuned server, and of the machine whose runs the laws here are tested against. A
     * distribution's defaults are smaller: {@code tcp_rmem 4096 131072 6291456}, {@code tcp_wmem 4096 16384 4194304} and
     * 212992 for both maxima on a machine with a few gigabytes of memory.
     */
    public static KernelProfile linux61() {
        return new KernelProfile(
                "linux-6.1",
                WindowLaw.LINUX_6_1,
                new Sysctls(
                        new TcpMemory(4096, 131_072, 33_554_432),
                        new TcpMemory(4096, 16_384, 33_554_432),
                        67_108_864,
                        67_108_864,
                        true,
                        "cubic",
                        true));
    }

    /**
     * Linux 6.18 with the defaults of its source: {@code tcp_rmem 4096 131072 33554432}, {@code tcp_wmem 4096 16384 4194304},
     * {@code rmem_max} and {@code wmem_max} 4194304, CUBIC. Releases before 6.16 have 6291456 for tcp_rmem, those before
     * 6.18 have 212992 for both maxima.
     */
    public static KernelProfile linux618() {
        return new KernelProfile(
                "linux-6.18",
                WindowLaw.LINUX_6_18,
                new Sysctls(
                        new TcpMemory(4096, 131_072, 33_554_432),
                        new TcpMemory(4096, 16_384, 4_194_304),
                        4_194_304,
                        4_194_304,
                        true,
                        "cubic",
                        true));
    }

    /**
     * The profile of a name, as annotations and configuration parameters write it.
     *
     * @param name {@code host}, {@code linux-6.1} or {@code linux-6.18}
     * @throws IllegalArgumentException for any other name; the message lists these
     */
    public static KernelProfile named(String name) {
        return switch (name.strip()) {
            case "host" -> host();
            case "linux-6.1" -> linux61();
            case "linux-6.18" -> linux618();
            default ->
                throw new IllegalArgumentException(
                        "kernel profile [" + name + "] is unknown: write \"host\", \"linux-6.1\" or \"linux-6.18\"");
        };
    }

    /**
     * The same kernel with one sysctl overridden; the name gains what was changed.
     *
     * @param key the full name of sysctl, for example {@code "net.ipv4.tcp_rmem"}
     * @param value as /proc/sys shows it, for example {@code "4096 131072 524288"}
     * @throws IllegalArgumentException as {@link Sysctls#with(String, String)}
     */
    public KernelProfile with(String key, String value) {
        return overridden(key, sysctls.with(key, value));
    }

    /**
     * The same kernel with one sysctl overridden, written as in {@code sysctl.conf}.
     *
     * @param assignment for example {@code "net.ipv4.tcp_rmem=4096 131072 524288"}
     * @throws IllegalArgumentException as {@link Sysctls#with(String)}
     */
    public KernelProfile with(String assignment) {
        Sysctls changed = sysctls.with(assignment);
        return overridden(assignment.substring(0, assignment.indexOf('=')), changed);
    }

    private KernelProfile overridden(String key, Sysctls changed) {
        return new KernelProfile(name + ", " + key.strip() + "=" + changed.value(key), law, changed);
    }

    /**
     * The window that a receiver with this buffer advertises.
     *
     * @param setting what its application did about SO_RCVBUF, before connect or on the listener before bind
     * @param mss payload of one full segment in bytes: 1448 for an MTU of 1500 with timestamps; from 88
     * @throws IllegalArgumentException if the MSS is outside 88 to 65535
     */
    public ReceiveWindow receiveWindow(BufferSetting setting, int mss) {
        return new LinuxReceiveWindow(law, sysctls, requireMss(mss)).of(setting);
    }

    /**
     * The payload that a sender with this buffer can have in flight, with one segment per packet (no segmentation offload;
     * with it, a small SO_SNDBUF does not hold a 6.1 kernel back).
     *
     * @param setting what its application did about SO_SNDBUF
     * @param mss payload of one full segment in bytes: 1448 for an MTU of 1500 with timestamps; from 88
     * @throws IllegalArgumentException if the MSS is outside 88 to 65535
     */
    public SendCapacity sendCapacity(BufferSetting setting, int mss) {
        return new LinuxSendCapacity(law, sysctls, requireMss(mss)).of(setting);
    }

    private static int requireMss(int mss) {
        if (mss < 88 || mss > 65_535) {
            throw new IllegalArgumentException(
                    "mss [" + mss + "] is outside 88 to 65535 bytes: write 1448 for an MTU of 1500 with timestamps");
        }
        return mss;
    }

    /** The name. */
    @Override
    public String toString() {
        return name;
    }
}
