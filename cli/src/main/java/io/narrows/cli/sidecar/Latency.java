package io.narrows.cli.sidecar;

/** What both sidecars together add to the way of a byte: in the one that sends, and in the one that receives. */
public record Latency(LatencyBuckets sending, LatencyBuckets receiving) {
    public static final Latency NONE = new Latency(LatencyBuckets.EMPTY, LatencyBuckets.EMPTY);

    public Latency plus(Latency other) {
        return new Latency(sending.plus(other.sending), receiving.plus(other.receiving));
    }

    public Latency minus(Latency earlier) {
        return new Latency(sending.minus(earlier.sending), receiving.minus(earlier.receiving));
    }

    /**
     * The sum of both percentiles, in seconds: more than the percentile of the sum, for high ones, as the two are seldom
     * slow at once. NaN when nothing was measured.
     */
    public double percentile(double quantile) {
        return sending.percentile(quantile) + receiving.percentile(quantile);
    }
}
