package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import java.util.Comparator;
import java.util.Set;

/**
 * The traffic of one class with one peer, in one direction.
 *
 * @param peer empty if the metrics are sums over all peers
 * @param direction {@code sent} or {@code received}
 */
record Flow(String peer, String tier, String trafficClass, String direction) implements Comparable<Flow> {
    /** The labels of metrics that distinguish flows. */
    static final Set<String> LABELS = Set.of("peer", "tier", "class", "direction");

    private static final Comparator<Flow> ORDER = Comparator.comparing(Flow::peer)
            .thenComparing(Flow::tier)
            .thenComparing(Flow::trafficClass)
            .thenComparing(Flow::direction, Comparator.reverseOrder());

    static Flow of(Sample sample) {
        return new Flow(sample.label("peer"), sample.label("tier"), sample.label("class"), sample.label("direction"));
    }

    /** Returns the traffic in both directions. */
    Flow bothWays() {
        return new Flow(peer, tier, trafficClass, "");
    }

    /** Returns the peer's id, or a word for all peers. */
    String peerName() {
        return peer.isEmpty() ? "(all)" : peer;
    }

    @Override
    public int compareTo(Flow other) {
        return ORDER.compare(this, other);
    }
}
