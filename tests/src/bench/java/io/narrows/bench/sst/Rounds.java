package io.narrows.bench.sst;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Runs trials one after another for several rounds, each in a different order, so that other activity of the machine affects
 * all of them alike. The warm-up rounds are not counted; at their end all Java code is compiled.
 *
 * <p>Both engines run in one process, because separate processes would measure how fast the JVM warms up: our engine is
 * all Java, RocksDB's only its calls. Each engine has its own loop, so that neither slows down the other's call
 * dispatch.
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

    /** Returns the measurements in the order of the trials. */
    List<Result> results() {
        return samples.entrySet().stream()
                .map(entry -> new Result(entry.getKey(), List.copyOf(entry.getValue())))
                .toList();
    }
}
