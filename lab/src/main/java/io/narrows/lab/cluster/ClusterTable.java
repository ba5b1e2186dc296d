package io.narrows.lab.cluster;

import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.sidecar.Counters;
import io.narrows.lab.sidecar.Reading;
import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the live part, at most 79 characters wide. */
final class ClusterTable {
    private static final Columns COLUMNS = new Columns("%-23s %-11s %-6s %7s %7s %6s %9s");

    private ClusterTable() {}

    /** @param figures since the beginning */
    static List<String> lines(ClusterFigures figures, Layout layout) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("link, both ways", "class", "codec", "app", "wire", "saved", "$/month"));
        Reading sidecars = figures.counted().sidecars();
        LinkTotals.byClass(sidecars).forEach(totals -> lines.add(line(totals, sidecars)));
        lines.add(total(figures));
        lines.add("");
        lines.add(load(figures.load()));
        lines.add(String.format(
                Locale.ROOT,
                "sidecars use %s of a processor, stores %s",
                Amounts.cores(figures.sidecarCores()),
                Amounts.cores(figures.storeCores())));
        layout.members().forEach(member -> lines.add(member.zone() + " " + member.page()));
        return lines;
    }

    private static String line(LinkTotals totals, Reading sidecars) {
        boolean control = totals.counted().appBytes() == 0;
        return COLUMNS.line(
                totals.link(),
                totals.trafficClass(),
                control ? "" : totals.codec(),
                control ? "-" : Amounts.bytes(totals.counted().appBytes()),
                Amounts.bytes(totals.counted().wireBytes()),
                Amounts.percent(totals.counted().savedPercent()),
                Amounts.usd(sidecars.perMonth(totals.counted().savedUsd())));
    }

    private static String total(ClusterFigures figures) {
        Counters total = figures.total();
        return COLUMNS.line(
                "all",
                "",
                "",
                Amounts.bytes(total.appBytes()),
                Amounts.bytes(total.wireBytes()),
                Amounts.percent(total.savedPercent()),
                Amounts.usd(figures.baselineUsdPerMonth() - figures.wireUsdPerMonth()));
    }

    private static String load(LoadFigures load) {
        return String.format(
                Locale.ROOT,
                "%d s, %.0f writes/s, p50 %s, p99 %s",
                Math.round(load.seconds()),
                load.writesPerSecond(),
                Amounts.latency(load.writes().p50()),
                Amounts.latency(load.writes().p99()));
    }
}
