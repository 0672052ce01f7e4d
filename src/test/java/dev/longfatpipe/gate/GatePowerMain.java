/* SPDX-License-Identifier: Apache-2.0 */
package dev.longfatpipe.gate;

import dev.longfatpipe.safety.Load;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * How often the gate errs: {@code mvn -q -Pgate-power verify}. Baselines are recorded on unchanged code; then unchanged code is compared
 * with them many times, a fifth of the times with every processor busy, and so is code with slow-downs in it.
 */
final class GatePowerMain {

    /** So many runs are compared with one recording. */
    private static final int RUNS_PER_BASELINE = 50;

    /** Receive buffers (SO_RCVBUF, bytes) with which the bulk test was measured to lose 5.7, 10.1 and 21.4 % of its utilisation. */
    private static final int FIVE_PERCENT = 1_028_000;

    private static final int TEN_PERCENT = 890_000;
    private static final int TWENTY_PERCENT = 710_000;

    private static final int RECORD_ATTEMPTS = 10;

    private static final String BULK = "bulk";
    private static final String REQUESTS = "requests";

    private final Path folder;
    private final int runs;
    private final int plantedRuns;
    private final ExecutorService workers;
    private final AtomicInteger number = new AtomicInteger();
    private final Map<Integer, Double> baselines = new ConcurrentHashMap<>();
    private final List<String> messages = new ArrayList<>();

    private GatePowerMain(Path folder, int runs, int plantedRuns, int parallel) {
        this.folder = folder;
        this.runs = runs;
        this.plantedRuns = plantedRuns;
        this.workers = Executors.newFixedThreadPool(parallel);
    }

    /** Exits with 0 when no unchanged run failed and the slow-downs did as often as they should, 1 when not, 2 when nothing could be run. */
    public static void main(String[] arguments) throws InterruptedException {
        Path folder = Path.of(System.getProperty("longfatpipe.gate.base", "."), "target", "gate");
        GatePowerMain main = new GatePowerMain(
                folder,
                Integer.getInteger("longfatpipe.gate.aa", 500),
                Integer.getInteger("longfatpipe.gate.planted", 100),
                Integer.getInteger("longfatpipe.gate.parallel", 6));
        int exit;
        try {
            exit = main.run() ? 0 : 1;
        } catch (Exception e) {
            e.printStackTrace();
            exit = 2;
        }
        System.exit(exit);
    }

    private boolean run() throws Exception {
        long from = System.nanoTime();
        Files.createDirectories(folder);
        int sessions = Math.max(1, Math.max(runs, 2 * plantedRuns) / (2 * RUNS_PER_BASELINE));
        record(sessions);

        int busyRuns = runs / 5;
        GateTally quiet = unchanged("unchanged", runs - busyRuns, sessions);
        GateTally busy = busy(busyRuns, sessions);
        Map<String, GateTally> planted = new LinkedHashMap<>();
        planted.put("receive buffer " + FIVE_PERCENT, planted(BULK, FIVE_PERCENT, 0, sessions));
        planted.put("receive buffer " + TEN_PERCENT, planted(BULK, TEN_PERCENT, 0, sessions));
        planted.put("receive buffer " + TWENTY_PERCENT, planted(BULK, TWENTY_PERCENT, 0, sessions));
        planted.put("think time 5 ms", planted(REQUESTS, 0, 5, sessions));

        Path file = folder.resolve("power.json");
        Files.writeString(file, json(quiet, busy, planted, sessions, (System.nanoTime() - from) / 1_000_000_000L));
        Files.write(folder.resolve("messages.txt"), messages);
        System.out.println("written to " + file.normalize());
        return isGood(quiet, busy, planted);
    }

    private boolean isGood(GateTally quiet, GateTally busy, Map<String, GateTally> planted) {
        boolean good = quiet.failed() == 0 && busy.failed() == 0;
        int first = 0;
        for (GateTally tally : planted.values()) {
            int wanted = first++ == 0 ? plantedRuns * 95 / 100 : plantedRuns;
            good &= tally.failed() >= wanted;
        }
        return good;
    }

    /** Records the baselines of both tests, several times. */
    private void record(int sessions) throws Exception {
        all(sessions * 2, i -> recordOne(i / 2, i % 2 == 0 ? BULK : REQUESTS, i));
        System.out.println("recorded " + sessions + " baselines of each of 2 tests");
    }

    /** Records one; again when the machine was too busy for it, as anybody would. */
    private void recordOne(int session, String test, int index) {
        String[] verdict = {};
        for (int attempt = 0; attempt < RECORD_ATTEMPTS; attempt++) {
            int run = number.incrementAndGet();
            verdict = new GatedRun(test, session(session)).run("record", new Planted(0, 0, run));
            GatedDownload.Measured measured = GatedDownload.MEASURED.remove(run);
            if (verdict[0].equals("PASSED") && measured != null) {
                baselines.put(index, measured.utilisation());
                return;
            }
        }
        throw new IllegalStateException(
                "no baseline could be recorded in " + RECORD_ATTEMPTS + " attempts: " + verdict[1]);
    }

    private Path session(int session) {
        return folder.resolve("baselines").resolve("session-" + session);
    }

    private GateTally unchanged(String name, int times, int sessions) throws Exception {
        GateTally tally = new GateTally();
        all(times, i -> compare(name, i % 2 == 0 ? BULK : REQUESTS, i / 2 % sessions, 0, 0, tally));
        System.out.println(name + ": " + tally);
        return tally;
    }

    private GateTally busy(int times, int sessions) throws Exception {
        Load load = Load.onEveryProcessor();
        try {
            return unchanged("unchanged, processors busy", times, sessions);
        } finally {
            load.close();
        }
    }

    private GateTally planted(String test, int receive, int think, int sessions) throws Exception {
        GateTally tally = new GateTally();
        String name = test
                + (receive > 0 ? ", receive buffer " + receive : "")
                + (think > 0 ? ", think " + think + " ms" : "");
        all(plantedRuns, i -> compare(name, test, i % sessions, receive, think, tally));
        System.out.println(name + ": " + tally);
        return tally;
    }

    private void compare(String name, String test, int session, int receive, int think, GateTally tally) {
        int run = number.incrementAndGet();
        String[] verdict = new GatedRun(test, session(session)).run("check", new Planted(receive, think, run));
        double before = baselines.getOrDefault(session * 2 + (test.equals(BULK) ? 0 : 1), 0.0);
        GatedDownload.Measured measured = GatedDownload.MEASURED.remove(run);
        if (measured == null) {
            tally.add(verdict[0], 0, 0); // inconclusive before it began: the pipe was not the path
        } else {
            tally.add(verdict[0], 100 * (1 - measured.utilisation() / before), measured.seconds());
        }
        synchronized (messages) {
            messages.add(run + " " + name + ": " + verdict[0] + " " + verdict[1]);
        }
    }

    private interface Step {
        void run(int index) throws Exception;
    }

    private void all(int times, Step step) throws InterruptedException, ExecutionException {
        List<Future<?>> futures = IntStream.range(0, times)
                .<Future<?>>mapToObj(i -> workers.submit(() -> {
                    step.run(i);
                    return null;
                }))
                .toList();
        for (Future<?> future : futures) {
            future.get();
        }
    }

    private String json(GateTally quiet, GateTally busy, Map<String, GateTally> planted, int sessions, long seconds)
            throws IOException {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("aa_runs", quiet.runs() + busy.runs());
        all.put("aa_failed", quiet.failed() + busy.failed());
        all.put("aa_inconclusive", quiet.inconclusive() + busy.inconclusive());
        all.put("aa_busy_runs", busy.runs());
        all.put("aa_busy_inconclusive", busy.inconclusive());
        all.put("aa_median_seconds", quiet.medianSeconds());
        List<Map<String, Object>> list = new ArrayList<>();
        planted.forEach((name, tally) -> {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", name);
            one.putAll(tally.report());
            list.add(one);
        });
        all.put("planted", list);
        all.put("baselines", sessions);
        all.put("path", "rtt 100 ms, rate 100 mbit, queue 1bdp");
        all.put("backend", "relay");
        all.put("processors", Runtime.getRuntime().availableProcessors());
        all.put("java", "Java " + System.getProperty("java.version"));
        all.put("seconds", seconds);
        return Load.json(all) + "\n";
    }
}
