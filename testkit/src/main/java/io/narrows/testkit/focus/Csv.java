package io.narrows.testkit.focus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads CSV by RFC 4180. */
public final class Csv {
    private Csv() {}

    /** Returns the columns of the header. */
    public static List<String> header(String text) {
        return lines(text).get(0);
    }

    /** Returns the rows below the header, by column. */
    public static List<Map<String, String>> rows(String text) {
        List<List<String>> lines = lines(text);
        List<Map<String, String>> rows = new ArrayList<>();
        for (List<String> line : lines.subList(1, lines.size())) {
            if (line.size() != lines.get(0).size()) {
                throw new AssertionError("a row has " + line.size() + " fields: " + line);
            }
            Map<String, String> row = new LinkedHashMap<>();
            for (int i = 0; i < line.size(); i++) {
                row.put(lines.get(0).get(i), line.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<List<String>> lines(String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> line = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                field.append(c);
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (!quoted && (c == ',' || c == '\n')) {
                line.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    lines.add(line);
                    line = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                field.append(c);
            }
        }
        return lines;
    }
}
