package io.narrows.lab.cluster;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Compares policies on the same load: for the whole cluster, and by link. */
final class ComparisonTable {
    private static final Columns COLUMNS = new Columns("%-7s %8s %7s %7s %7s %7s %6s %6s %7s %8s");
    private static final Columns BY_LINK = new Columns("%-23s %-7s %9s %9s %6s %9s");
    private static final String UNKNOWN = "-";

    private ComparisonTable() {}

    static List<String> lines(List<ClusterFigures> policies) {
        List<String> lines = new ArrayList<>();
        lines.add(COLUMNS.line("", "", "write", "", "", "", "", "side-", "GB a", "$ a"));
        lines.add(
                COLUMNS.line("codec", "writes/s", "p50", "p99", "wire", "packets", "saved", "cars", "month", "month"));
        policies.forEach(figures -> lines.add(COLUMNS.line(
                figures.name(),
                String.format(Locale.ROOT, "%.1f", figures.load().writesPerSecond()),
                Amounts.latency(figures.load().writes().p50()),
                Amounts.latency(figures.load().writes().p99()),
                Amounts.bytes(figures.total().wireBytes()),
                packets(figures.packets().values().stream()),
                Amounts.percent(figures.total().savedPercent()),
                Amounts.cores(figures.sidecarCores()),
                String.format(Locale.ROOT, "%.1f", figures.wireGbPerMonth()),
                Amounts.usd(figures.wireUsdPerMonth() + figures.cpuUsdPerMonth()))));
        lines.add("");
        lines.add(BY_LINK.line("link, both ways", "codec", "app", "wire", "saved", "packets"));
        links(policies).forEach(link -> policies.forEach(figures -> lines.add(line(link, figures))));
        return lines;
    }

    private static List<String> links(List<ClusterFigures> policies) {
        return policies.stream()
                .flatMap(figures -> LinkTotals.byLink(figures.counted().sidecars()).stream())
                .map(LinkTotals::link)
                .distinct()
                .toList();
    }

    private static String line(String link, ClusterFigures figures) {
        return LinkTotals.byLink(figures.counted().sidecars()).stream()
                .filter(totals -> totals.link().equals(link))
                .map(totals -> BY_LINK.line(
                        link,
                        figures.name(),
                        Amounts.bytes(totals.counted().appBytes()),
                        Amounts.bytes(totals.counted().wireBytes()),
                        Amounts.percent(totals.counted().savedPercent()),
                        packets(Stream.ofNullable(figures.packets().get(link)))))
                .findFirst()
                .orElseGet(() -> BY_LINK.line(link, figures.name(), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN));
    }

    private static String packets(Stream<Long> counts) {
        return counts.reduce(Long::sum).map(String::valueOf).orElse(UNKNOWN);
    }
}
