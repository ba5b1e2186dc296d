package io.narrows.bench;

import io.narrows.bench.load.Outcome;
import io.narrows.bench.load.Trial;
import io.narrows.bench.report.Metric;
import io.narrows.bench.tunnel.Tunnel;
import io.narrows.bench.tunnel.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** One trial through one tunnel, with the tunnel's resource usage. */
final class Measurement {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double BYTES_PER_MB = 1e6;
    /** Waits until work of the previous trial or of a start has finished, and all of this trial is counted. */
    private static final long SETTLE_MILLIS = 400;

    private Measurement() {}

    /**
     * Runs the trial once.
     *
     * @throws IOException if it could not be completed
     */
    static Map<Metric, Double> of(Trial trial, Tunnel tunnel) throws IOException {
        settle();
        Usage before = tunnel.usage();
        OtherLoad otherLoad = new OtherLoad();
        Outcome outcome = trial.run(tunnel.route());
        double other = otherLoad.sinceThen();
        settle();
        tunnel.check();
        return figures(outcome, tunnel.usage().minus(before), other);
    }

    /** @param otherLoad processors that were busy with other work */
    static Map<Metric, Double> figures(Outcome outcome, Usage usage, double otherLoad) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        double seconds = outcome.nanos() / NANOS_PER_SECOND;
        figures.put(Metric.SECONDS, seconds);
        figures.put(Metric.MB_PER_S, outcome.bytes() / BYTES_PER_MB / seconds);
        figures.put(Metric.APP_BYTES, (double) outcome.bytes());
        figures.put(Metric.WIRE_FORWARD_BYTES, (double) usage.forwardBytes());
        figures.put(Metric.WIRE_BACK_BYTES, (double) usage.backBytes());
        figures.put(Metric.WIRE_RATIO, (double) usage.wireBytes() / outcome.bytes());
        figures.put(Metric.CPU_S, usage.cpuSeconds());
        figures.put(Metric.MISMATCHES, (double) outcome.mismatches());
        figures.put(Metric.OTHER_LOAD, otherLoad);
        addDelays(outcome.delays(), figures);
        return figures;
    }

    static void addDelays(Histogram delays, Map<Metric, Double> figures) {
        figures.put(Metric.P50_US, delays.getValueAtPercentile(50) / NANOS_PER_MICRO);
        figures.put(Metric.P90_US, delays.getValueAtPercentile(90) / NANOS_PER_MICRO);
        figures.put(Metric.P99_US, delays.getValueAtPercentile(99) / NANOS_PER_MICRO);
        figures.put(Metric.P999_US, delays.getValueAtPercentile(99.9) / NANOS_PER_MICRO);
        figures.put(Metric.MAX_US, delays.getMaxValue() / NANOS_PER_MICRO);
    }

    static void settle() throws IOException {
        pause(Duration.ofMillis(SETTLE_MILLIS));
    }

    static void pause(Duration duration) throws IOException {
        try {
            TimeUnit.NANOSECONDS.sleep(duration.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
