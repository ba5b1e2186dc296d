package io.narrows.lab.sidecar;

/** The latency that both sidecars add to a byte: the sender's and the receiver's. */
public record Latency(LatencyBuckets sending, LatencyBuckets receiving) {
    public static final Latency NONE = new Latency(LatencyBuckets.EMPTY, LatencyBuckets.EMPTY);

    public Latency plus(Latency other) {
        return new Latency(sending.plus(other.sending), receiving.plus(other.receiving));
    }

    public Latency minus(Latency earlier) {
        return new Latency(sending.minus(earlier.sending), receiving.minus(earlier.receiving));
    }

    /**
     * Returns the sum of both percentiles, in seconds; NaN if nothing was measured. For high percentiles it exceeds the
     * percentile of the sum, because the two are rarely slow at the same time.
     */
    public double percentile(double quantile) {
        return sending.percentile(quantile) + receiving.percentile(quantile);
    }
}
