package io.narrows.cli.cluster;

import io.narrows.cli.output.Amounts;
import io.narrows.cli.sidecar.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the live part, at most 79 characters wide. */
final class ClusterTable {
    private static final String LINE = "%-23s %-11s %-6s %7s %7s %6s %9s";

    private ClusterTable() {}

    /** @param figures since the beginning */
    static List<String> lines(ClusterFigures figures, Layout layout) {
        List<String> lines = new ArrayList<>();
        lines.add(line("link, both ways", "class", "codec", "app", "wire", "saved", "$/month"));
        for (LinkTotals totals : LinkTotals.byClass(figures.counted().sidecars())) {
            boolean control = totals.counted().appBytes() == 0;
            lines.add(line(
                    totals.link(),
                    totals.trafficClass(),
                    control ? "" : totals.codec(),
                    control ? "-" : Amounts.bytes(totals.counted().appBytes()),
                    Amounts.bytes(totals.counted().wireBytes()),
                    Amounts.percent(totals.counted().savedPercent()),
                    Amounts.usd(figures.counted()
                            .sidecars()
                            .perMonth(totals.counted().savedUsd()))));
        }
        Counters total = figures.total();
        lines.add(line(
                "all",
                "",
                "",
                Amounts.bytes(total.appBytes()),
                Amounts.bytes(total.wireBytes()),
                Amounts.percent(total.savedPercent()),
                Amounts.usd(figures.baselineUsdPerMonth() - figures.wireUsdPerMonth())));
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%d s, %.0f writes/s, p50 %s, p99 %s",
                Math.round(figures.load().seconds()),
                figures.load().writesPerSecond(),
                Amounts.latency(figures.load().writes().p50()),
                Amounts.latency(figures.load().writes().p99())));
        lines.add(String.format(
                Locale.ROOT,
                "sidecars take %s of a processor, stores %s",
                Amounts.cores(figures.sidecarCores()),
                Amounts.cores(figures.storeCores())));
        layout.members().forEach(member -> lines.add(member.zone() + " " + member.page()));
        return lines;
    }

    private static String line(Object... cells) {
        return String.format(Locale.ROOT, LINE, cells).stripTrailing();
    }
}
