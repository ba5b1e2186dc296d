package io.narrows.bench.report;

import io.narrows.bench.report.Run.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All runs of one peer in one state at one trial. Runs with other load on the machine do not count, unless there are no
 * others; then the row is marked.
 */
public final class Summary {
    private final Run first;
    private final List<Run> counted;
    private final int all;
    private final boolean disturbed;

    private Summary(List<Run> runs, double maxOtherLoad) {
        List<Run> quiet = runs.stream().filter(run -> run.isQuiet(maxOtherLoad)).toList();
        this.first = runs.get(0);
        this.all = runs.size();
        this.disturbed = quiet.isEmpty();
        this.counted = disturbed ? runs : quiet;
    }

    /** Returns a summary per peer, trial and state, in the order in which they first ran. */
    public static List<Summary> of(List<Run> runs, double maxOtherLoad) {
        Map<List<Object>, List<Run>> groups = new LinkedHashMap<>();
        for (Run run : runs) {
            groups.computeIfAbsent(List.of(run.peer(), run.trial(), run.state()), key -> new ArrayList<>())
                    .add(run);
        }
        return groups.values().stream()
                .map(group -> new Summary(group, maxOtherLoad))
                .toList();
    }

    String peer() {
        return first.peer();
    }

    String trial() {
        return first.trial();
    }

    State state() {
        return first.state();
    }

    Optional<Spread> spread(Metric metric) {
        List<Double> values = counted.stream()
                .filter(run -> run.figures().containsKey(metric))
                .map(run -> run.figures().get(metric))
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Spread.of(values));
    }

    /** Returns the number of counted runs: {@code 5}, {@code 3 of 5}, or {@code 5, other load} if none was quiet. */
    String runs() {
        if (disturbed) {
            return all + ", other load";
        }
        return counted.size() == all ? Integer.toString(all) : counted.size() + " of " + all;
    }
}
