package io.narrows.storage.bench;

import java.util.List;

/** A table in Markdown, row by row. */
public final class MarkdownTable {
    private final StringBuilder text = new StringBuilder();

    /** One that has its titles; which side its columns are aligned to is the next row. */
    public MarkdownTable(String first, List<String> titles) {
        row(first, titles);
    }

    /** One whose columns are all figures, but for the first one. */
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
