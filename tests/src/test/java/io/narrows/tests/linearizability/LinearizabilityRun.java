package io.narrows.tests.linearizability;

import io.narrows.tests.linearizability.Checker.Verdict;
import io.narrows.tests.linearizability.Invocation.Kind;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Runs a cluster under load with one fault after another, and then checks that every member reads the same, that all
 * members deliver the same history with every acknowledged write, and that one order explains all responses.
 */
final class LinearizabilityRun implements Campaign.Run {
    private static final int KEYS = 5;
    private static final int ENOUGH_ANSWERS_PER_SECOND = 12;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long FIRST_WRITE = 2; // revision 1 is that of an empty store
    private static final Duration CHECK_LIMIT = Duration.ofMinutes(2);

    private final RunOptions options;
    private final long seed;
    private final SplittableRandom random;
    private final PrintStream out;
    private final History history = new History();
    private final List<String> complaints = new ArrayList<>();

    /** @param run counted from 0; each has a different seed */
    LinearizabilityRun(RunOptions options, int run, PrintStream out) {
        this.options = options;
        this.seed = options.seed() + run;
        this.random = new SplittableRandom(seed);
        this.out = out;
    }

    /** @param directory for the files and logs of all processes, and {@code history.jsonl} */
    @Override
    public List<String> run(Path directory) throws IOException, InterruptedException {
        out.printf("linearizability: %s, %s of load, seed %d%n", options.program(), options.load(), seed);
        try (StoreCluster cluster = StoreCluster.start(options.program(), directory, random.nextInt(3))) {
            disturb(cluster);
            cluster.awaitAnswers();
            long last = readEverywhere(cluster);
            requireOnePast(cluster, last);
        }
        if (history.count(Outcome.OK) < enoughAnswers()) {
            complaints.add("too few answers to show anything, expected " + enoughAnswers());
        }
        requireOneOrder(directory);
        complaints.forEach(complaint -> out.println("  " + complaint));
        return List.copyOf(complaints);
    }

    @Override
    public long count(Outcome outcome) {
        return history.count(outcome);
    }

    private void disturb(StoreCluster cluster) throws IOException, InterruptedException {
        SplittableRandom ofFaults = random.split();
        Faults faults;
        long begin = System.nanoTime();
        try (Load load = Load.withLocks(cluster.clients(), KEYS, random.split(), history)) {
            faults = new Faults(ofFaults, options.faults(), cluster, load::assign);
            faults.run(() -> load.goesOn() && !isEnough(Duration.ofNanos(System.nanoTime() - begin)));
        }
        out.printf("  faults: %s%n", faults.happened());
        out.printf(
                "  operations: %,d answered, %,d failed, %,d unknown%n",
                history.count(Outcome.OK), history.count(Outcome.FAILED), history.count(Outcome.UNKNOWN));
    }

    /** Returns whether the load is sufficient; a slow machine needs more time for it. */
    private boolean isEnough(Duration since) {
        boolean answers = history.count(Outcome.OK) >= enoughAnswers();
        return since.compareTo(answers ? options.load() : PATIENCE) > 0;
    }

    private long enoughAnswers() {
        return options.load().toSeconds() * ENOUGH_ANSWERS_PER_SECOND;
    }

    /** Performs the last reads of the history; returns the revision of the last one. */
    private long readEverywhere(StoreCluster cluster) {
        long last = 0;
        int client = history.newClient();
        for (StoreClient member : cluster.clients()) {
            for (int key = 0; key < KEYS; key++) {
                Invocation read = new Invocation(client, Kind.GET, "key-" + key, "", Optional.empty());
                last = StoreCluster.awaitAnswer(() -> {
                    long call = System.nanoTime();
                    Answer answer = member.execute(read);
                    history.add(Operation.answered(read, call, System.nanoTime(), answer));
                    return answer.revision();
                });
            }
        }
        return last;
    }

    private void requireOnePast(StoreCluster cluster, long last) {
        Set<List<Event>> pasts = new LinkedHashSet<>();
        Set<Map<String, Version>> presents = new LinkedHashSet<>();
        for (StoreClient member : cluster.clients()) {
            pasts.add(EventStream.read(member, FIRST_WRITE, last));
            presents.add(StoreCluster.awaitAnswer(() -> member.allAt(last)));
        }
        if (pasts.size() > 1) {
            complaints.add("members tell different pasts up to revision " + last + ": " + differences(pasts));
        }
        if (presents.size() > 1) {
            complaints.add("members have different keys at revision " + last + ": " + presents);
        }
        for (List<Event> past : pasts) {
            AcknowledgedWrites writes = new AcknowledgedWrites(FIRST_WRITE);
            writes.tell(past);
            writes.check(history.operations());
            complaints.addAll(writes.complaints());
            complaints.addAll(writes.missing());
            out.printf("  revisions: %,d, of which %,d acknowledged%n", past.size(), writes.found());
        }
    }

    private static List<Event> differences(Set<List<Event>> pasts) {
        return pasts.stream()
                .flatMap(List::stream)
                .distinct()
                .filter(event -> pasts.stream().anyMatch(past -> !past.contains(event)))
                .toList();
    }

    private void requireOneOrder(Path directory) throws IOException, InterruptedException {
        Verdict verdict = Checker.judge(history.write(directory.resolve("history.jsonl")), CHECK_LIMIT);
        out.print("  checker: " + verdict.text());
        if (!verdict.accepted()) {
            complaints.add(verdict.text().lines().findFirst().orElseThrow());
        }
    }
}
