package io.narrows.config;

import java.util.Map;
import java.util.Optional;

/** How much the metrics tell about each peer. */
public enum PeerDetail {
    /** Sums over all configured peers; no series has a peer. */
    OFF("off"),
    /** Counters and gauges for each peer, histograms summed over all of them. */
    COUNTERS("counters"),
    /** Every family for each peer. */
    FULL("full");

    static final Map<String, PeerDetail> BY_LABEL = Ordered.by(PeerDetail::label, values());

    private final String label;

    PeerDetail(String label) {
        this.label = label;
    }

    /** Returns the detail with a name; empty if there is none. */
    public static Optional<PeerDetail> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
