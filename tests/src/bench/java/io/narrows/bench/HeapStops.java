package io.narrows.bench;

import io.narrows.bench.report.Metric;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The collections that a sidecar asked for to return heap to the system. All its threads stop meanwhile.
 *
 * @param count of them
 * @param longestMs the longest of them; 0 without any
 * @param leftMib heap in use after that one, in MiB
 */
record HeapStops(int count, double longestMs, int leftMib) {
    /** {@code [12.345s][info][gc] GC(7) Pause Full (System.gc()) 54M->21M(64M) 23.456ms}. */
    private static final Pattern STOP =
            Pattern.compile("Pause Full \\(System\\.gc\\(\\)\\) \\d+M->(\\d+)M\\(\\d+M\\) ([0-9.]+)ms");

    /**
     * Returns those that a log of a JVM with {@code -Xlog:gc} has beyond an earlier state of that log: a warm-up, which comes before, collects
     * the heap, too.
     */
    static HeapStops between(String earlier, String log) {
        HeapStops stops = new HeapStops(0, 0, 0);
        Matcher matcher = STOP.matcher(log).region(earlier.length(), log.length());
        while (matcher.find()) {
            stops = stops.and(Double.parseDouble(matcher.group(2)), Integer.parseInt(matcher.group(1)));
        }
        return stops;
    }

    private HeapStops and(double ms, int left) {
        return ms > longestMs ? new HeapStops(count + 1, ms, left) : new HeapStops(count + 1, longestMs, leftMib);
    }

    void addTo(Map<Metric, Double> figures) {
        figures.put(Metric.COLLECTIONS, (double) count);
        if (count > 0) {
            figures.put(Metric.LONGEST_STOP_MS, longestMs);
            figures.put(Metric.LIVE_MIB, (double) leftMib);
        }
    }
}
