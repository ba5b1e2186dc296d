package io.narrows.cli.help;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A builder of manual pages with the macros of man(7). Text is escaped; each call begins a line. */
final class Roff {
    private final StringBuilder page = new StringBuilder();

    /** Adds the first line: title, section 1, date, version, and the manual that the page belongs to. */
    Roff title(String title, String date, String source, String manual) {
        return macro("TH", title, "1", date, source, manual);
    }

    Roff section(String heading) {
        return macro("SH", heading);
    }

    /** Adds a term; what follows is its indented description. */
    Roff term(String... boldAndItalic) {
        page.append(".TP\n");
        return line(alternating(boldAndItalic));
    }

    /** Returns alternately bold and italic words, without spaces between them. */
    static String alternating(String... words) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < words.length; i++) {
            if (!words[i].isEmpty()) {
                line.append(i % 2 == 0 ? "\\fB" : "\\fI")
                        .append(escaped(words[i]))
                        .append("\\fR");
            }
        }
        return line.toString();
    }

    Roff paragraph() {
        page.append(".PP\n");
        return this;
    }

    /** Adds prose, which the reader's terminal fills. */
    Roff text(String text) {
        text.lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(line -> line(escaped(line)));
        return this;
    }

    /** Adds a line that is already escaped. */
    Roff line(String line) {
        page.append(line).append('\n');
        return this;
    }

    /**
     * Escapes text: a hyphen becomes a minus sign, which can be copied to a command line, and a line cannot begin with a
     * macro.
     */
    private static String escaped(String text) {
        String escaped = text.replace("\\", "\\e").replace("-", "\\-");
        return escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" + escaped : escaped;
    }

    private Roff macro(String name, String... arguments) {
        String quoted = Stream.of(arguments)
                .map(argument -> '"' + argument.replace("\\", "\\e").replace("\"", "\\(dq") + '"')
                .collect(Collectors.joining(" "));
        return line("." + name + " " + quoted);
    }

    @Override
    public String toString() {
        return page.toString();
    }
}
