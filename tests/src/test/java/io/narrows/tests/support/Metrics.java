package io.narrows.tests.support;

import java.util.Arrays;

/**
 * One scrape in Prometheus's text format.
 *
 * @param text as returned by the sidecar
 */
public record Metrics(String text) {

    /** Returns the sum over all series of the metric with these labels, each written as {@code name="value"}. */
    public double sum(String metric, String... labels) {
        return text.lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .filter(line -> Arrays.stream(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Returns the bytes of the sidecar's sockets to and from the peer. */
    public double wireBytes(String peer) {
        return sum("narrows_wire_bytes_total", "peer=\"" + peer + "\"");
    }

    /** Returns the bytes that applications sent to and received from all peers in the class. */
    public double appBytesOfClass(String trafficClass) {
        return sum("narrows_app_bytes_total", "class=\"" + trafficClass + "\"");
    }

    /** Returns the share of all app bytes in the class, 0 to 1. */
    public double shareOfClass(String trafficClass) {
        return appBytesOfClass(trafficClass) / sum("narrows_app_bytes_total");
    }

    /** Returns the bytes that applications sent to and received from the peer. */
    public double appBytes(String peer) {
        return sum("narrows_app_bytes_total", "peer=\"" + peer + "\"");
    }
}
