package io.narrows.terminal.option;

import picocli.CommandLine.Option;

/** The {@code --output} option of the verbs that print either a table or JSON. */
public final class OutputOption {
    private enum Format {
        table,
        json
    }

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES}. Default: table.")
    private Format format;

    /** Returns whether to print JSON. */
    public boolean isJson() {
        return format == Format.json;
    }
}
