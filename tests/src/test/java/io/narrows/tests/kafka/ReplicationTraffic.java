package io.narrows.tests.kafka;

import io.narrows.tests.support.Metrics;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Bytes that sidecars sent for the brokers' own connections, from their metrics.
 *
 * @param appBytes bytes that brokers sent to each other
 * @param wireBytes bytes on the links for them
 * @param denseBytes the part of the app bytes that the codec dense has compressed
 * @param unpackedBytes the part of the app bytes that links carried unpacked
 * @param refusedBytes by reason, the part of the app bytes that was compressed and went as it is
 */
public record ReplicationTraffic(
        long appBytes, long wireBytes, long denseBytes, long unpackedBytes, Map<String, Long> refusedBytes) {
    static final ReplicationTraffic NONE = new ReplicationTraffic(0, 0, 0, 0, Map.of());
    private static final String CLASS = "class=\"replication\"";
    private static final String SENT = "direction=\"sent\"";
    private static final Pattern REFUSED =
            Pattern.compile("^narrows_packed_bytes_total\\{.*reason=\"([^\"]+)\".*} (.+)$", Pattern.MULTILINE);

    static ReplicationTraffic of(Metrics metrics) {
        return new ReplicationTraffic(
                (long) metrics.sum("narrows_app_bytes_total", CLASS, SENT),
                (long) metrics.sum("narrows_wire_bytes_total", CLASS, SENT),
                (long) metrics.sum("narrows_app_bytes_total", CLASS, SENT, "codec=\"dense\""),
                (long) metrics.sum("narrows_unpacked_bytes_total", SENT),
                REFUSED.matcher(metrics.text())
                        .results()
                        .collect(Collectors.groupingBy(
                                reason -> reason.group(1), Collectors.summingLong(ReplicationTraffic::bytes))));
    }

    private static long bytes(MatchResult metric) {
        return (long) Double.parseDouble(metric.group(2));
    }

    ReplicationTraffic plus(ReplicationTraffic other) {
        return plus(other, 1);
    }

    /** Returns the bytes since an earlier reading. */
    public ReplicationTraffic since(ReplicationTraffic earlier) {
        return plus(earlier, -1);
    }

    private ReplicationTraffic plus(ReplicationTraffic other, int factor) {
        Map<String, Long> refused = new TreeMap<>(refusedBytes);
        other.refusedBytes.forEach((reason, bytes) -> refused.merge(reason, factor * bytes, Long::sum));
        refused.values().removeIf(bytes -> bytes == 0);
        return new ReplicationTraffic(
                appBytes + factor * other.appBytes,
                wireBytes + factor * other.wireBytes,
                denseBytes + factor * other.denseBytes,
                unpackedBytes + factor * other.unpackedBytes,
                refused);
    }
}
