package io.narrows.proxy.sample;

import io.narrows.config.PeerId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All counters of dry runs. Safe for use by many threads. */
final class SampleMeter {
    private final Map<SampleLabels, SampleCell> cells = new ConcurrentHashMap<>();

    /** Returns the counters of one kind of traffic. Callers keep them, since the lookup is not for hot paths. */
    SampleCell cell(SampleLabels labels) {
        return cells.computeIfAbsent(labels, added -> new SampleCell());
    }

    void forget(PeerId peer) {
        cells.keySet().removeIf(labels -> labels.peer().equals(peer));
    }

    Map<SampleLabels, SampleCell> cells() {
        return cells;
    }
}
