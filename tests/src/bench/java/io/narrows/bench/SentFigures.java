package io.narrows.bench;

import io.narrows.tests.support.Metrics;
import java.time.Duration;

/**
 * The traffic that a sidecar sent, and its cost.
 *
 * @param wireBytes at the link's socket
 * @param wireUsd price of the bytes with headers of TCP and IP
 * @param codecSeconds processor time that encoded it
 * @param codecUsd price of that time
 */
record SentFigures(double appBytes, double wireBytes, double wireUsd, double codecSeconds, double codecUsd) {
    /** The time after which the bytes with headers of TCP and IP are counted, and a bit more. */
    static final Duration LAG = Duration.ofMillis(2500);

    private static final double GIGABYTE = 1e9;
    private static final String[] SENT = {"class=\"replication\"", "direction=\"sent\""};

    static SentFigures of(Metrics metrics) {
        double seconds = metrics.sum("narrows_codec_cpu_seconds_total", SENT);
        return new SentFigures(
                metrics.sum("narrows_app_bytes_total", SENT),
                metrics.sum("narrows_wire_bytes_total", SENT),
                metrics.sum("narrows_wire_usd_total", SENT),
                seconds,
                seconds * metrics.sum("narrows_tariff_usd_per_core_second"));
    }

    SentFigures minus(SentFigures earlier) {
        return new SentFigures(
                appBytes - earlier.appBytes,
                wireBytes - earlier.wireBytes,
                wireUsd - earlier.wireUsd,
                codecSeconds - earlier.codecSeconds,
                codecUsd - earlier.codecUsd);
    }

    double ratio() {
        return wireBytes / appBytes;
    }

    double secondsPerGigabyte() {
        return codecSeconds / appBytes * GIGABYTE;
    }

    double usdPerGigabyte() {
        return (wireUsd + codecUsd) / appBytes * GIGABYTE;
    }
}
