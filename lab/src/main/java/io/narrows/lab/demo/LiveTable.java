package io.narrows.lab.demo;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table of the live part, at most 79 characters wide. */
final class LiveTable {
    private static final Columns COLUMNS = new Columns("%-9s %-11s %-6s %7s %7s %6s %7s %6s %6s %5s");

    private LiveTable() {}

    static List<String> lines(LiveFigures figures, Topology topology) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("to", "class", "codec", "app", "wire", "saved", "$/month", "p50", "p99", "CPU"));
        figures.flows().forEach(flow -> lines.add(line(flow)));
        lines.add(COLUMNS.line(
                "",
                "all",
                "",
                Amounts.bytes(figures.total().appBytes()),
                Amounts.bytes(figures.total().wireBytes()),
                Amounts.percent(figures.total().savedPercent()),
                Amounts.usd(figures.savedUsdPerMonth()),
                Amounts.latency(figures.p50()),
                Amounts.latency(figures.p99()),
                Amounts.cores(figures.codecCores())));
        lines.add("");
        lines.add(format(
                "$%s saved - $%s for %s of a processor = $%s a month at this rate",
                Amounts.usd(figures.savedUsdPerMonth()),
                Amounts.usd(figures.cpuUsdPerMonth()),
                Amounts.cores(figures.cpuCores()),
                Amounts.usd(figures.savedUsdPerMonth() - figures.cpuUsdPerMonth())));
        lines.add(format(
                "so far: $%s without Narrows - $%s with it - $%s for processors = $%s",
                Amounts.smallUsd(figures.bill().baselineUsd()),
                Amounts.smallUsd(figures.bill().wireUsd()),
                Amounts.smallUsd(figures.bill().cpuUsd()),
                Amounts.smallUsd(figures.bill().netUsd())));
        lines.add(format(
                "$%s of the processor cost is the one-time cost of starting up",
                Amounts.smallUsd(figures.bill().startUsd())));
        lines.add(format(
                "%d s, %d connections, %s compared at the far end: %s",
                Math.round(figures.seconds()),
                figures.connections(),
                Amounts.bytes(figures.equalBytes() + (double) figures.mismatches()),
                figures.mismatches() == 0 ? "all equal" : figures.mismatches() + " bytes differ"));
        lines.add(topology.near().region() + " " + topology.near().page());
        lines.add(topology.far().region() + " " + topology.far().page());
        return lines;
    }

    private static String line(FlowFigures flow) {
        boolean control = flow.route().control();
        return COLUMNS.line(
                flow.route().to(),
                flow.route().trafficClass(),
                control ? "" : flow.codec(),
                control ? "-" : Amounts.bytes(flow.counted().appBytes()),
                Amounts.bytes(flow.counted().wireBytes()),
                Amounts.percent(flow.counted().savedPercent()),
                Amounts.usd(flow.savedUsdPerMonth()),
                Amounts.latency(flow.p50()),
                Amounts.latency(flow.p99()),
                control ? "-" : Amounts.cores(flow.codecCores()));
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
