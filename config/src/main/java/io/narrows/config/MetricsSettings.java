package io.narrows.config;

import java.util.Optional;

/**
 * The detail of the metrics, and additional names for them.
 *
 * @param perPeer the configured detail; empty if it depends on the number of peers
 * @param openCost the pod for OpenCost's metrics; empty if these are not exposed
 */
public record MetricsSettings(Optional<PeerDetail> perPeer, Optional<OpenCostPod> openCost) {
    public static final MetricsSettings STANDARD = new MetricsSettings(Optional.empty(), Optional.empty());

    /** The maximum number of peers that get their own histograms by default. */
    public static final int MAX_FULL_PEERS = 20;

    /** Returns the detail in effect for a number of configured peers. */
    public PeerDetail detail(int peers) {
        return perPeer.orElse(peers <= MAX_FULL_PEERS ? PeerDetail.FULL : PeerDetail.COUNTERS);
    }
}
