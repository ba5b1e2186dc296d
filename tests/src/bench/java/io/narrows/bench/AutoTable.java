package io.narrows.bench;

import io.narrows.bench.report.MarkdownTable;
import io.narrows.config.AutoSettings;
import java.util.List;
import java.util.Locale;

/** Formats runs with each codec, and with {@code codec: auto}, in Markdown. */
final class AutoTable {
    private final MarkdownTable table;

    /** @param title of the table */
    AutoTable(String title) {
        table = MarkdownTable.ofFigures(
                title,
                List.of(
                        "wire / app",
                        "CPU s per GB",
                        "USD per GB",
                        "than the best codec",
                        "most processors in 10 s",
                        "chosen",
                        "most switches a minute"));
    }

    /** @param best the codec to compare with */
    void row(CodecRun run, CodecRun best) {
        SentFigures sent = run.sent();
        table.row(
                run.rule().label(),
                List.of(
                        "%.4f".formatted(sent.ratio()),
                        "%.2f".formatted(sent.secondsPerGigabyte()),
                        "%.6f".formatted(sent.usdPerGigabyte()),
                        percent(sent.usdPerGigabyte(), best.usdPerGigabyte()),
                        processors(run),
                        String.join(", ", run.choices().used()),
                        run.rule().isAuto() ? "%.0f".formatted(run.choices().mostSwitches()) : ""));
    }

    /** Formats how much more one amount is than another. */
    static String percent(double amount, double than) {
        return String.format(Locale.ROOT, "%+.1f %%", 100 * (amount - than) / than);
    }

    /** Formats the most processors that a run used, for auto with its budget. */
    static String processors(CodecRun run) {
        String most = "%.2f".formatted(run.processors());
        return run.rule().isAuto() ? most + " of " + AutoSettings.STANDARD.cpuBudget() : most;
    }

    @Override
    public String toString() {
        return table.toString();
    }
}
