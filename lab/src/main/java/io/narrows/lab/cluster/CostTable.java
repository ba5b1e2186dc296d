package io.narrows.lab.cluster;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Monthly cost at this rate, by link. */
final class CostTable {
    private static final Columns COLUMNS = new Columns("%-23s %10s %10s %6s %11s %11s");
    private static final double BYTES_OF_GB = 1e9;

    private CostTable() {}

    static List<String> lines(ClusterFigures figures) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("a month at this rate", "GB without", "GB with", "saved", "$ without", "$ with"));
        for (LinkTotals totals : LinkTotals.byLink(figures.counted().sidecars())) {
            lines.add(COLUMNS.line(
                    totals.link(),
                    gigabytes(figures, totals.counted().appBytes()),
                    gigabytes(figures, totals.counted().wireBytes()),
                    Amounts.percent(totals.counted().savedPercent()),
                    month(figures, totals.counted().baselineUsd()),
                    month(figures, totals.counted().wireUsd())));
        }
        lines.add(COLUMNS.line("sidecar processors", "", "", "", "", Amounts.usd(figures.cpuUsdPerMonth())));
        lines.add(COLUMNS.line(
                "sum",
                gigabytes(figures, figures.total().appBytes()),
                gigabytes(figures, figures.total().wireBytes()),
                Amounts.percent(figures.total().savedPercent()),
                Amounts.usd(figures.baselineUsdPerMonth()),
                Amounts.usd(figures.wireUsdPerMonth() + figures.cpuUsdPerMonth())));
        return lines;
    }

    private static String gigabytes(ClusterFigures figures, double bytes) {
        return String.format(Locale.ROOT, "%.2f", figures.counted().sidecars().perMonth(bytes) / BYTES_OF_GB);
    }

    private static String month(ClusterFigures figures, double usd) {
        return Amounts.usd(figures.counted().sidecars().perMonth(usd));
    }
}
