package io.narrows.bench.report;

import java.util.List;

/** Builds a Markdown table row by row. */
public final class MarkdownTable {
    private final StringBuilder text = new StringBuilder();

    /** Starts a table with its titles; the caller must add the alignment row next. */
    public MarkdownTable(String first, List<String> titles) {
        row(first, titles);
    }

    /** Starts a table where all columns except the first are right-aligned figures. */
    public static MarkdownTable ofFigures(String first, List<String> titles) {
        MarkdownTable table = new MarkdownTable(first, titles);
        table.row("---", titles.stream().map(title -> "---:").toList());
        return table;
    }

    public void row(String first, List<String> cells) {
        text.append("| ")
                .append(first)
                .append(" | ")
                .append(String.join(" | ", cells))
                .append(" |\n");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
