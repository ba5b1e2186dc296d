package io.narrows.bench.sst;

import io.narrows.bench.report.MarkdownTable;
import java.util.List;
import java.util.Locale;

/**
 * A ratio of medians with its goal.
 *
 * @param atLeast whether the bound is a minimum or a maximum
 */
record Goal(String what, double ratio, boolean atLeast, double bound) {
    static Goal atLeast(double bound, String what, double ratio) {
        return new Goal(what, ratio, true, bound);
    }

    static Goal atMost(double bound, String what, double ratio) {
        return new Goal(what, ratio, false, bound);
    }

    boolean isMet() {
        return atLeast ? ratio >= bound : ratio <= bound;
    }

    static String table(List<Goal> goals) {
        MarkdownTable table = new MarkdownTable("ratio of medians", List.of("measured", "wanted", ""));
        table.row("---", List.of("---:", "---:", "---"));
        for (Goal goal : goals) {
            table.row(
                    goal.what(),
                    List.of(
                            String.format(Locale.ROOT, "%.2f", goal.ratio()),
                            (goal.atLeast() ? "≥ " : "≤ ") + String.format(Locale.ROOT, "%.2f", goal.bound()),
                            goal.isMet() ? "met" : "**not met**"));
        }
        return table.toString();
    }
}
