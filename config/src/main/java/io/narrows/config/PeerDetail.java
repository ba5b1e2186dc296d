package io.narrows.config;

import java.util.Map;
import java.util.Optional;

/** The level of per-peer detail in the metrics. */
public enum PeerDetail {
    /** Sums over all configured peers; no series has a peer label. */
    OFF("off"),
    /** Counters and gauges per peer; histograms summed over all peers. */
    COUNTERS("counters"),
    /** Every metric family per peer. */
    FULL("full");

    static final Map<String, PeerDetail> BY_LABEL = Ordered.by(PeerDetail::label, values());

    private final String label;

    PeerDetail(String label) {
        this.label = label;
    }

    /** Returns the detail with that name; empty if there is none. */
    public static Optional<PeerDetail> of(String label) {
        return Optional.ofNullable(BY_LABEL.get(label));
    }

    /** Returns the name in configuration files. */
    public String label() {
        return label;
    }
}
