package io.narrows.proxy.sample;

import io.narrows.config.Compression;
import io.narrows.config.Condition;
import io.narrows.config.PeerId;
import io.narrows.config.Policy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * All counters of dry runs under the policy in force. Another policy empties them, since its rules have the numbers of earlier
 * ones. Safe for use by many threads.
 */
final class SampleMeter {
    /** A rule as far as figures depend on it; its place in the file does not matter. */
    private record Meaning(List<Condition> conditions, Compression compression) {}

    private final Supplier<Policy> inForce;
    private final Map<SampleLabels, SampleCell> cells = new ConcurrentHashMap<>();
    private Policy measured;

    /** @param inForce returns the current policy */
    SampleMeter(Supplier<Policy> inForce) {
        this.inForce = inForce;
        this.measured = inForce.get();
    }

    /**
     * Returns the counters of one kind of traffic. Callers keep them until the policy changes, since the lookup is not for hot
     * paths.
     *
     * @param chosenBy the policy of the labels; counters of one that is no longer in force are not exported
     */
    synchronized SampleCell cell(Policy chosenBy, SampleLabels labels) {
        follow();
        return meansTheSame(chosenBy, measured)
                ? cells.computeIfAbsent(labels, added -> new SampleCell())
                : new SampleCell();
    }

    synchronized void forget(PeerId peer) {
        cells.keySet().removeIf(labels -> labels.peer().equals(peer));
    }

    synchronized Map<SampleLabels, SampleCell> cells() {
        follow();
        return cells;
    }

    private void follow() {
        Policy current = inForce.get();
        if (!meansTheSame(current, measured)) {
            cells.clear();
        }
        measured = current;
    }

    private static boolean meansTheSame(Policy one, Policy other) {
        return one == other || meanings(one).equals(meanings(other));
    }

    private static List<Meaning> meanings(Policy policy) {
        return policy.rules().stream()
                .map(rule -> new Meaning(rule.conditions(), rule.compression()))
                .toList();
    }
}
