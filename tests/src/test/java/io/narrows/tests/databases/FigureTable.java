package io.narrows.tests.databases;

import io.narrows.tests.databases.FigureRun.Figures;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** Formats figures with and without sidecars as the table of docs/databases.md. */
record FigureTable(String database, List<Figures> figures) {
    private static final double MEGABYTE = 1e6;
    private static final int PERCENT = 100;

    static void printHead(PrintStream out) {
        out.println(
                "| database | machines | | IP bytes | of those without | p50 | p99 | database's CPU | sidecars' CPU |");
        out.println("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    }

    static void printTrafficHead(PrintStream out) {
        out.println("| database | machines | app bytes | wire bytes | saved |");
        out.println("| --- | --- | ---: | ---: | ---: |");
    }

    /** Prints what the sidecars counted, a line for each distance. */
    void printTraffic(PrintStream out) {
        for (Figures row : figures) {
            row.traffic()
                    .ifPresent(traffic -> out.println(String.format(
                            Locale.ROOT,
                            "| %s | %s | %.2f MB | %.2f MB | %.0f %% |",
                            database,
                            row.distance().label(),
                            traffic.appBytes() / MEGABYTE,
                            traffic.wireBytes() / MEGABYTE,
                            traffic.saved() * PERCENT)));
        }
    }

    void print(PrintStream out) {
        figures.forEach(row -> out.println(line(row)));
    }

    private String line(Figures row) {
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.2f MB | %s | %.1f ms | %.1f ms | %.1f s | %s |",
                database,
                row.distance().label(),
                row.hasSidecars() ? "with" : "without",
                row.cost().bytes().all() / MEGABYTE,
                row.hasSidecars() ? String.format(Locale.ROOT, "%.2f", ofThoseWithout(row)) : "",
                row.latencies().p50(),
                row.latencies().p99(),
                row.cost().databaseSeconds(),
                row.hasSidecars()
                        ? String.format(Locale.ROOT, "%.1f s", row.cost().sidecarSeconds())
                        : "");
    }

    private double ofThoseWithout(Figures row) {
        return row.cost().bytes().all()
                / figures.stream()
                        .filter(other -> !other.hasSidecars() && other.distance() == row.distance())
                        .mapToLong(other -> other.cost().bytes().all())
                        .average()
                        .orElseThrow();
    }
}
