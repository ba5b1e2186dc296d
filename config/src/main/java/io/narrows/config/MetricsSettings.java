package io.narrows.config;

import java.util.Optional;

/**
 * The detail of the metrics.
 *
 * @param perPeer the configured detail; empty if it depends on the number of peers
 */
public record MetricsSettings(Optional<PeerDetail> perPeer) {
    public static final MetricsSettings STANDARD = new MetricsSettings(Optional.empty());

    /** The maximum number of peers that get their own histograms by default. */
    public static final int MAX_FULL_PEERS = 20;

    /** Returns the detail in effect for a number of configured peers. */
    public PeerDetail detail(int peers) {
        return perPeer.orElse(peers <= MAX_FULL_PEERS ? PeerDetail.FULL : PeerDetail.COUNTERS);
    }
}
