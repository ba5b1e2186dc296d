package io.narrows.lab.demo;

import io.narrows.config.Tariff;
import io.narrows.terminal.output.Amounts;
import io.narrows.terminal.output.Columns;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of whether the densest codec pays, and up to which rate, at most 79 characters wide. Empty before the codec was
 * tried.
 */
final class PayoffTable {
    private static final Columns COLUMNS = new Columns("%-15s %9s %9s %10s %10s %11s %9s");

    private PayoffTable() {}

    static List<String> lines(List<CodecFigures> tried) {
        List<Payoff> payoffs = Payoff.ofDensest(tried);
        if (payoffs.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(COLUMNS.line(
                payoffs.get(0).codec(), "wire per", "codec", "$ per GB,", "$ per GB,", "pays below", "pays up"));
        lines.add(COLUMNS.line("instead of", "GB", "CPU", "zones", "regions", "$/core-h", "to"));
        payoffs.forEach(payoff -> lines.add(COLUMNS.line(
                payoff.insteadOf(),
                signed("%.0f MB", -payoff.bytesSaved() * 1e3),
                signed("%.1f s", payoff.cpuSecondsPerGb()),
                signed("%.4f", payoff.crossZoneUsdPerGb()),
                signed("%.4f", payoff.crossRegionUsdPerGb()),
                Double.isNaN(payoff.breakEvenCoreHour()) ? "any" : format("%.2f", payoff.breakEvenCoreHour()),
                payoff.paysUpTo() == 0 ? "-" : Amounts.bytes(payoff.paysUpTo()) + "/s")));
        lines.add(format(
                "at AWS's prices, $%.2f a core-hour; above the last rate a connection uses zstd",
                Tariff.DEFAULT_CPU_CORE_HOUR));
        return lines;
    }

    private static String signed(String format, double value) {
        return (value > 0 ? "+" : "") + format(format, value);
    }

    private static String format(String format, Object... cells) {
        return String.format(Locale.ROOT, format, cells);
    }
}
