/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.kernel.KernelProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Two result files of {@code target/fidelity} as a page of the documentation with a chart: a kernel's own TCP, and the model of it. */
final class SideBySidePage {

    private final String kernelFile;
    private final boolean truthsKernel;
    private final KernelProfile profile;
    private final SideBySide both;

    private SideBySidePage(String kernelFile, SideBySide both) {
        this.kernelFile = kernelFile;
        this.truthsKernel = kernelFile.equals("netem");
        this.profile = truthsKernel ? KernelProfile.named("linux-6.1") : KernelProfile.host();
        this.both = both;
    }

    /** Writes {@code docs/fidelity-KERNEL.md} and its chart. */
    static void write(String names) throws IOException {
        List<String> files = List.of(names.split(",", -1));
        if (files.size() != 2) {
            throw new IllegalArgumentException(
                    "longfatpipe.fidelity.beside [" + names + "] must name two result files: write \"tun,relay-host\"");
        }
        new SideBySidePage(
                        files.get(0),
                        SideBySide.of(
                                Files.readString(Options.output().resolve(files.get(0) + ".csv")),
                                Files.readString(Options.output().resolve(files.get(1) + ".csv"))))
                .write(Options.base().resolve("docs"));
    }

    private void write(Path folder) throws IOException {
        Optional<ReceiveBufferChart> chart = both.chart(
                "Goodput at rtt 100 ms, rate 100 mbit",
                kernelFile + (truthsKernel ? ", Linux 6.1" : ", " + profile.name()),
                profile);
        if (chart.isPresent()) {
            Files.writeString(
                    folder.resolve("fidelity-" + kernelFile + ".svg"),
                    chart.get().svg());
        }
        Path notes = Options.base().resolve("src/test/resources/truth/differences-" + kernelFile + ".md");
        Files.writeString(
                folder.resolve("fidelity-" + kernelFile + ".md"),
                String.join(
                        "\n",
                        page(chart.isPresent(), Files.isReadable(notes) ? Files.readAllLines(notes) : List.of())));
    }

    private List<String> page(boolean chart, List<String> notes) {
        List<String> page = new ArrayList<>();
        page.add("# Fidelity: the relay beside a kernel's own TCP on this library's own path");
        page.add("");
        page.add("Written by `src/test/fidelity/beside-" + kernelFile
                + "`, not by hand: the rows of the truth through backend `" + kernelFile
                + "`, one segment per packet, "
                + (truthsKernel
                        ? "on Linux 6.1 under User-Mode Linux, and through the relay with profile `linux-6.1`"
                        : "and through the relay with the profile of the same host (" + profile.name() + ")")
                + ", " + LocalDate.now(ZoneOffset.UTC)
                + ". Each figure: kernel, model. Goodput in mbit; smoothed rtt, connect() and time in ms; rows with loss are"
                + " means of eight runs or more.");
        page.add("");
        if (chart) {
            page.add("![Goodput against SO_RCVBUF: theory, kernel, relay](fidelity-" + kernelFile + ".svg)");
            page.add("");
        }
        page.add("## The kernel's own TCP, in short");
        page.add("");
        page.addAll(KernelChecks.table(
                truthsKernel ? KernelChecks.OF_THE_TRUTHS_KERNEL : KernelChecks.OF_ANOTHER_KERNEL,
                List.copyOf(both.kernel().values())));
        page.add("");
        if (!notes.isEmpty()) {
            page.addAll(notes);
            page.add("");
        }
        page.add("## Every row");
        page.add("");
        page.addAll(both.markdown());
        page.add("");
        return page;
    }
}
