package io.narrows.cli.estimate;

import io.narrows.terminal.output.JsonLines;
import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine.Option;

/** The {@code --output} option of {@code estimate}. */
public final class EstimateOutput {
    private enum Format {
        table,
        json,
        yaml
    }

    @Option(
            names = "--output",
            paramLabel = "FORMAT",
            defaultValue = "table",
            description = "Output format: ${COMPLETION-CANDIDATES}. Default: table.")
    private Format format;

    /** Writes the fields of a report as JSON or YAML, or else its tables. */
    public void write(JsonLines.Fields fields, Runnable tables, PrintWriter out) {
        switch (format) {
            case table -> tables.run();
            case json -> json(fields, out);
            case yaml -> {
                StringWriter json = new StringWriter();
                json(fields, new PrintWriter(json));
                out.print(YamlText.of(json.toString()));
            }
        }
        out.flush();
    }

    private static void json(JsonLines.Fields fields, PrintWriter out) {
        JsonLines lines = new JsonLines(out);
        lines.line(fields);
        lines.flush();
    }
}
