package io.narrows.tests.support;

import java.util.Arrays;

/**
 * One scrape in Prometheus's text format.
 *
 * @param text as the sidecar gave it
 */
public record Metrics(String text) {

    /** The sum over all series of the metric that have these labels, each written as {@code name="value"}. */
    public double sum(String metric, String... labels) {
        return text.lines()
                .filter(line -> line.startsWith(metric + "{") || line.startsWith(metric + " "))
                .filter(line -> Arrays.stream(labels).allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** What the sidecar's sockets carried to and from the peer. */
    public double wireBytes(String peer) {
        return sum("narrows_wire_bytes_total", "peer=\"" + peer + "\"");
    }

    /** What applications sent to and got from all peers in links of the class. */
    public double appBytesOfClass(String trafficClass) {
        return sum("narrows_app_bytes_total", "class=\"" + trafficClass + "\"");
    }

    /** The part of all app bytes that passed in links of the class, 0 to 1. */
    public double shareOfClass(String trafficClass) {
        return appBytesOfClass(trafficClass) / sum("narrows_app_bytes_total");
    }

    /** What applications gave to and got from the peer. */
    public double appBytes(String peer) {
        return sum("narrows_app_bytes_total", "peer=\"" + peer + "\"");
    }
}
