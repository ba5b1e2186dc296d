package io.narrows.storage.bench.sst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Trials one after the other, round after round, each round in another order: what the machine does meanwhile falls on
 * all of them alike. Some rounds before do not count; by their end all that is Java is compiled.
 *
 * <p>One process has both engines, for a process of its own for each run would measure how soon the JVM warms up, and
 * ours is all Java while RocksDB's is only its calls. Each engine has its own loop, so that neither makes the other's
 * calls slow to dispatch.
 */
final class Rounds {
    private final Map<Trial, List<Sample>> samples = new LinkedHashMap<>();

    Rounds(List<Trial> trials) {
        trials.forEach(trial -> samples.put(trial, new ArrayList<>()));
    }

    void run(int warmUps, int rounds) throws Exception {
        for (int round = -warmUps; round < rounds; round++) {
            List<Trial> order = new ArrayList<>(samples.keySet());
            Collections.rotate(order, round + warmUps);
            for (Trial trial : order) {
                Sample sample = Sample.of(trial.work());
                System.err.printf(
                        Locale.ROOT,
                        "bench: %s, %s, %.2f s, cpu %.2f s, other load %.2f%n",
                        round < 0 ? "warm-up" : "round " + (round + 1),
                        trial,
                        sample.seconds(),
                        sample.cpuSeconds(),
                        sample.otherLoad());
                if (round >= 0) {
                    samples.get(trial).add(sample);
                }
            }
        }
    }

    /** What was measured, in the order in which the trials were given. */
    List<Result> results() {
        return samples.entrySet().stream()
                .map(entry -> new Result(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }
}
