package io.narrows.cli.analyze;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Analyses for programs: one JSON object. */
final class JsonReport {
    private JsonReport() {}

    static void write(List<Analysis> analyses, PrintWriter out) {
        out.println(analyses.stream()
                .map(JsonReport::input)
                .collect(Collectors.joining(",\n", "{\"inputs\": [\n", "\n]}")));
        out.flush();
    }

    private static String input(Analysis analysis) {
        Traffic traffic = analysis.traffic();
        return format(
                "{\"name\": %s, \"bytes\": %d, \"reads\": %d, \"streams\": %d, \"codecs\": [%n%s%n]}",
                quoted(traffic.name()),
                traffic.bytes(),
                traffic.reads(),
                traffic.streams().size(),
                analysis.lines().stream().map(JsonReport::line).collect(Collectors.joining(",\n")));
    }

    private static String line(CodecFigures line) {
        return format(
                "  {\"codec\": %s, \"per_read\": %s, \"stream\": %s}",
                quoted(line.spec().toString()),
                figures(line.perRead()),
                line.stream().map(JsonReport::figures).orElse("null"));
    }

    private static String figures(Figures figures) {
        return format(
                "{\"bytes\": %d, \"ratio\": %.4f, \"compress_mb_per_s\": %.1f, \"uncompress_mb_per_s\": %.1f}",
                figures.bytesOut(),
                figures.ratio(),
                figures.compressMegabytesPerSecond(),
                figures.uncompressMegabytesPerSecond());
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ') {
                quoted.append(format("\\u%04x", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
