package io.narrows.bench.db;

import io.narrows.bench.machine.ScratchFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs all policies in turn for several rounds, each round starting with a different policy. Each run has its own process
 * and folder, so that no caches or compiled code remain from another run.
 */
final class PolicyBench {
    private final LoadOptions options;

    PolicyBench(LoadOptions options) {
        this.options = options;
    }

    /** Returns all tables in Markdown. */
    String run() throws IOException, InterruptedException {
        Map<Policy, List<Figures>> rounds = new LinkedHashMap<>();
        Policy.ALL.forEach(policy -> rounds.put(policy, new ArrayList<>()));
        for (int round = 0; round < options.reps(); round++) {
            List<Policy> turn = new ArrayList<>(Policy.ALL);
            Collections.rotate(turn, -round);
            for (Policy policy : turn) {
                rounds.get(policy).add(measure(policy, round));
            }
        }
        return PolicyTables.of(rounds);
    }

    private Figures measure(Policy policy, int round) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        try (ScratchFolder scratch = ScratchFolder.temporary("narrows-bench-db")) {
            Figures figures = Figures.parse(Child.run(List.of(
                    PolicyRunCommand.NAME,
                    policy.name(),
                    String.valueOf(options.num()),
                    scratch.path().toString())));
            System.err.printf(
                    Locale.ROOT,
                    "bench: round %d, %s, %.1f s, %.0f operations/s, cpu %.1f s, other load %.2f%n",
                    round + 1,
                    policy.name(),
                    (System.nanoTime() - begun) / 1e9,
                    figures.get(PolicyTables.RATE),
                    figures.get(PolicyTables.CPU),
                    figures.get(PolicyTables.OTHER_LOAD));
            return figures;
        }
    }
}
