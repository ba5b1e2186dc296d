package io.narrows.tests.support;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Bytes that sidecars sent for connections of the class replication, from their metrics.
 *
 * @param appBytes bytes that applications sent
 * @param wireBytes bytes on the links for them
 * @param denseBytes the part of the app bytes that the codec dense has compressed
 * @param unpackedBytes the part of the app bytes that links carried unpacked
 * @param refusedBytes by reason, the part of the app bytes that was compressed and went as it is
 */
public record ReplicationTraffic(
        long appBytes, long wireBytes, long denseBytes, long unpackedBytes, Map<String, Long> refusedBytes) {
    private static final ReplicationTraffic NONE = new ReplicationTraffic(0, 0, 0, 0, Map.of());
    private static final String CLASS = "class=\"replication\"";
    private static final String SENT = "direction=\"sent\"";
    private static final Pattern REFUSED =
            Pattern.compile("^narrows_packed_bytes_total\\{.*reason=\"([^\"]+)\".*} (.+)$", Pattern.MULTILINE);

    /** Returns the bytes that all these sidecars have sent so far. */
    public static ReplicationTraffic of(List<Sidecar> sidecars) throws IOException {
        ReplicationTraffic all = NONE;
        for (Sidecar sidecar : sidecars) {
            all = all.plus(of(sidecar.metrics()), 1);
        }
        return all;
    }

    private static ReplicationTraffic of(Metrics metrics) {
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
