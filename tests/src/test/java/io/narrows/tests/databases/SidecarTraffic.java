package io.narrows.tests.databases;

import io.narrows.tests.support.Metrics;
import java.util.List;

/**
 * Traffic and failures that the sidecars of a cluster have counted, from their metrics.
 *
 * @param appBytes bytes that members sent to each other
 * @param wireBytes bytes that sidecars sent on links, with their control messages
 * @param encrypted the part of the app bytes that members had encrypted
 * @param tlsFailures failures of the members' TLS
 */
record SidecarTraffic(long appBytes, long wireBytes, long encrypted, long tlsFailures) {
    private static final String SENT = "direction=\"sent\"";
    private static final List<String> TLS_REASONS =
            List.of("database-tls", "tls-mismatch", "client-hello", "not-minted");

    static SidecarTraffic of(List<NodeSidecar> sidecars) {
        return sidecars.stream()
                .map(sidecar -> of(sidecar.metrics()))
                .reduce(new SidecarTraffic(0, 0, 0, 0), SidecarTraffic::plus);
    }

    private static SidecarTraffic of(Metrics metrics) {
        return new SidecarTraffic(
                (long) metrics.sum("narrows_app_bytes_total", SENT),
                (long) metrics.sum("narrows_wire_bytes_total", SENT),
                (long) metrics.sum("narrows_app_bytes_total", SENT, "class=\"encrypted\""),
                (long) TLS_REASONS.stream()
                        .mapToDouble(reason -> metrics.sum("narrows_failures_total", "reason=\"" + reason + "\""))
                        .sum());
    }

    private SidecarTraffic plus(SidecarTraffic other) {
        return new SidecarTraffic(
                appBytes + other.appBytes,
                wireBytes + other.wireBytes,
                encrypted + other.encrypted,
                tlsFailures + other.tlsFailures);
    }

    SidecarTraffic since(SidecarTraffic earlier) {
        return new SidecarTraffic(
                appBytes - earlier.appBytes,
                wireBytes - earlier.wireBytes,
                encrypted - earlier.encrypted,
                tlsFailures - earlier.tlsFailures);
    }

    /** Returns the share of the app bytes that links do not carry, 0 to 1. */
    double saved() {
        return 1 - (double) wireBytes / appBytes;
    }
}
