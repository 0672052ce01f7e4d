/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.fidelity;

import dev.longfatpipe.BackendUnavailableException;
import dev.longfatpipe.kernel.KernelProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Runs every row of a truth file through a backend: {@code mvn -q -Pfidelity verify}. Told what to do by system properties, see
 * {@code docs/fidelity.md}.
 */
final class FidelityMain {

    private static final String TRUTH = "longfatpipe.truth";

    /** The one backend that does without the kernel's own TCP. */
    private static final String MODELLED = "relay";

    private FidelityMain() {}

    /** Exits with 0 when every row was run or skipped with a reason, 1 when a row broke, 2 when nothing could be run. */
    public static void main(String[] arguments) throws InterruptedException {
        try {
            System.exit(run() ? 0 : 1);
        } catch (IllegalArgumentException | IOException | BackendUnavailableException e) {
            System.err.println("fidelity could not run: " + e.getMessage());
            System.exit(2);
        }
    }

    private static boolean run() throws IOException, InterruptedException {
        String beside = Options.text("longfatpipe.fidelity.beside", "");
        if (!beside.isEmpty()) {
            SideBySidePage.write(beside);
            return true;
        }
        return Options.flag("longfatpipe.experiments") ? experiments() : fidelity();
    }

    private static Rig rig() {
        String backend = Options.text("longfatpipe.backend", MODELLED);
        return new Rig(
                backend,
                backend.equals(MODELLED)
                        ? new Ends.Modelled(KernelProfile.named(Options.text("longfatpipe.kernel", "linux-6.1")))
                        : new Ends.Real(new SysctlFiles(Path.of("/proc/sys"))));
    }

    private static boolean experiments() throws IOException, InterruptedException {
        Rig rig = rig();
        new RowRunner(rig, 1, 1, 1).warmUp();
        Files.writeString(Options.base().resolve("docs/experiments.md"), Experiments.page(rig, Options.base()));
        return true;
    }

    private static boolean fidelity() throws IOException, InterruptedException {
        Path file = Path.of(Options.text(TRUTH, "src/test/resources/truth/linux-6.1-netem.csv"));
        if (!Files.isReadable(file)) {
            throw new IOException(TRUTH + " [" + file + "] cannot be read: name a truth file");
        }
        Pattern chosen = Pattern.compile(Options.text("longfatpipe.fidelity.rows", ""));
        List<TruthRow> truth = TruthCsv.parse(Files.readString(file)).stream()
                .filter(row ->
                        chosen.matcher(row.scenario() + " " + row.parameters()).find())
                .toList();
        Rig rig = rig();
        String backend = rig.backend();
        KernelProfile kernel = rig.ends().kernel();
        RowRunner runner = new RowRunner(
                rig,
                Options.number("longfatpipe.fidelity.scale", 1),
                (int) Options.number("longfatpipe.fidelity.seeds", 16),
                (int) Options.number("longfatpipe.fidelity.repeats", 1));
        runner.warmUp();

        long begin = System.nanoTime();
        List<Outcome> outcomes = new ArrayList<>();
        for (TruthRow row : truth) {
            Outcome outcome = runner.run(row);
            outcomes.add(outcome);
            System.out.println(Summary.line(outcomes.size(), truth.size(), outcome));
        }
        Path folder = Options.output();
        Files.createDirectories(folder);
        write(folder.resolve(Options.text("longfatpipe.fidelity.name", backend) + ".csv"), outcomes);
        Summary summary = new Summary(outcomes);
        System.out.printf(
                Locale.ROOT,
                "%nFidelity of backend %s, kernel %s, to %s, in %d s%n",
                backend,
                kernel,
                file.getFileName(),
                (System.nanoTime() - begin) / 1_000_000_000L);
        summary.lines().forEach(System.out::println);
        writePage(folder, file, backend, kernel, runner, summary);
        if (summary.measured().isEmpty()) {
            throw new IOException("no row of [" + file + "] could be run");
        }
        return outcomes.stream().noneMatch(Outcome::isFailed);
    }

    /** Beside the results always; in the documentation when asked to, with the plain proxy measured as well. */
    private static void writePage(
            Path folder, Path truth, String backend, KernelProfile kernel, RowRunner runner, Summary summary)
            throws IOException, InterruptedException {
        boolean docs = Options.flag("longfatpipe.fidelity.docs");
        Optional<ReceiveBufferChart> chart = ReceiveBufferSweep.chart(
                summary.outcomes(), String.valueOf(truth.getFileName()).replace(".csv", ""), kernel, docs);
        String page = new FidelityPage(
                        summary,
                        String.valueOf(truth.getFileName()),
                        backend,
                        kernel.name(),
                        runner.seeds(),
                        chart.isPresent(),
                        docs ? notes() : "")
                .markdown();
        for (Path target : docs ? List.of(folder, Options.base().resolve("docs")) : List.of(folder)) {
            Files.writeString(target.resolve("fidelity.md"), page);
            if (chart.isPresent()) {
                Files.writeString(target.resolve("fidelity.svg"), chart.get().svg());
            }
        }
    }

    private static String notes() throws IOException {
        return Files.readString(Options.base().resolve("src/test/resources/truth/differences.md"));
    }

    private static void write(Path file, List<Outcome> outcomes) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(CsvText.line(Outcome.COLUMNS));
        outcomes.forEach(outcome -> lines.add(CsvText.line(outcome.fields())));
        Files.write(file, lines);
    }
}
