package io.narrows.cli.report;

import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;

/** Prints reports as tables. */
final class ReportTable {
    private static final Columns LINE = new Columns("%-20s %-12s %-14s %8s %8s %12s %12s %12s %12s");

    private final PrintWriter out;

    ReportTable(PrintWriter out) {
        this.out = out;
    }

    void write(List<NodeReport> reports) {
        for (NodeReport report : reports) {
            write(report);
            out.println();
        }
        if (reports.size() > 1) {
            all(reports);
        }
        out.flush();
    }

    private void write(NodeReport report) {
        TariffInfo tariff = report.tariff();
        out.println(report.node() + " in " + tariff.region() + "/" + tariff.zone() + ", " + report.period());
        out.println("US dollars by tariff " + tariff.preset() + " " + tariff.asOf() + discounts(tariff)
                + (tariff.bothEnds() ? ": what both ends of each link pay" : ": what this node pays"));
        out.println(LINE.line("peer", "tier", "class", "app", "wire", "without", "with", "saved", "codec CPU"));
        report.bothWays()
                .forEach((flow, amount) ->
                        line(flow.peerName(), flow.tier(), flow.trafficClass(), amount, report.codecUsd(amount)));
        line("total", "", "", report.total(), report.codecUsd(report.total()));
        out.println("processor time of the whole process " + Amounts.smallUsd(report.cpuUsd())
                + "; saved after processor time " + Amounts.smallUsd(report.netUsd()));
    }

    private static String discounts(TariffInfo tariff) {
        return discount(tariff.transferDiscount(), "traffic") + discount(tariff.computeDiscount(), "processors");
    }

    private static String discount(double percent, String kind) {
        return percent == 0
                ? ""
                : ", " + BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + " % off " + kind;
    }

    private void all(List<NodeReport> reports) {
        Amount total = reports.stream().map(NodeReport::total).reduce(Amount.ZERO, Amount::plus);
        double codecUsd = reports.stream()
                .mapToDouble(report -> report.codecUsd(report.total()))
                .sum();
        line(reports.size() + " nodes", "", "", total, codecUsd);
        out.println("processor time of all processes "
                + Amounts.smallUsd(
                        reports.stream().mapToDouble(NodeReport::cpuUsd).sum())
                + "; saved after processor time "
                + Amounts.smallUsd(
                        reports.stream().mapToDouble(NodeReport::netUsd).sum()));
    }

    private void line(String peer, String tier, String trafficClass, Amount amount, double codecUsd) {
        out.println(LINE.line(
                peer,
                tier,
                trafficClass,
                Amounts.bytes(amount.appBytes()),
                Amounts.bytes(amount.wireBytes()),
                Amounts.smallUsd(amount.baselineUsd()),
                Amounts.smallUsd(amount.wireUsd()),
                Amounts.smallUsd(amount.savedUsd()),
                Amounts.smallUsd(codecUsd)));
    }
}
