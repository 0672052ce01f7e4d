/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the profile of one machine; where and what it reads is passed in, so that a test can be any machine. */
record HostKernel(Path procSys, String osName, String osVersion) {

    private static final Pattern VERSION = Pattern.compile("^(\\d{1,4})\\.(\\d{1,4}).*");

    /** The release that brought tcp_scaling_ratio. */
    private static final int SCALING_RATIO_MAJOR = 6;

    private static final int SCALING_RATIO_MINOR = 6;

    private static final int LONGEST_VALUE = 4096;

    /** What a kernel has for each setting before anybody changes it: net/core/sock.c and net/ipv4/tcp.c of Linux 6.1. */
    private static final Sysctls DEFAULTS = new Sysctls(
            new TcpMemory(4096, 131_072, 6_291_456),
            new TcpMemory(4096, 16_384, 4_194_304),
            212_992,
            212_992,
            true,
            "cubic",
            true);

    static HostKernel ofThisMachine() {
        return new HostKernel(
                Path.of("/proc/sys"), System.getProperty("os.name", ""), System.getProperty("os.version", ""));
    }

    KernelProfile profile() {
        if (!osName.toLowerCase(Locale.ROOT).startsWith("linux")) {
            KernelProfile assumed = KernelProfile.linux618();
            return new KernelProfile(assumed.name() + " (assumed)", assumed.law(), assumed.sysctls());
        }
        List<String> remarks = new ArrayList<>();
        WindowLaw law = law(remarks);
        Sysctls sysctls = DEFAULTS;
        for (Sysctl sysctl : Sysctl.values()) {
            sysctls = read(sysctl, sysctls, remarks);
        }
        String name = "host (linux " + osVersion + ")";
        return new KernelProfile(
                remarks.isEmpty() ? name : name + "; assumed: " + String.join(", ", remarks), law, sysctls);
    }

    private WindowLaw law(List<String> remarks) {
        Matcher version = VERSION.matcher(osVersion);
        if (!version.matches()) {
            remarks.add("window law of 6.18");
            return WindowLaw.LINUX_6_18;
        }
        int major = Integer.parseInt(version.group(1));
        int minor = Integer.parseInt(version.group(2));
        boolean fixedHalf =
                major < SCALING_RATIO_MAJOR || (major == SCALING_RATIO_MAJOR && minor < SCALING_RATIO_MINOR);
        return fixedHalf ? WindowLaw.LINUX_6_1 : WindowLaw.LINUX_6_18;
    }

    private Sysctls read(Sysctl sysctl, Sysctls sysctls, List<String> remarks) {
        try {
            return sysctl.apply(sysctls, read(procSys.resolve(sysctl.file())));
        } catch (IOException | IllegalArgumentException absentOrStrange) {
            remarks.add(sysctl.key() + "=" + sysctl.read(sysctls));
            return sysctls;
        }
    }

    /**
     * Reads a file of /proc/sys in one call. Such a file claims to be empty and ends for whoever reads on from its middle, so that
     * {@link Files#readString} sees no more than its first character.
     */
    private static String read(Path file) throws IOException {
        byte[] value = new byte[LONGEST_VALUE];
        try (InputStream in = Files.newInputStream(file)) {
            return new String(value, 0, Math.max(0, in.read(value)), StandardCharsets.US_ASCII);
        }
    }
}
