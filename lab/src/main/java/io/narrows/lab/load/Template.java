package io.narrows.lab.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A text with gaps, each written as {@code ${name}}. Thread-safe. */
final class Template {
    private static final String GAP = "${";

    /** Alternately constant text and names of gaps, beginning and ending with constant text. */
    private final List<String> pieces;

    private final int constants;

    private Template(List<String> pieces) {
        this.pieces = List.copyOf(pieces);
        int sum = 0;
        for (int i = 0; i < pieces.size(); i += 2) {
            sum += pieces.get(i).length();
        }
        this.constants = sum;
    }

    /** Loads the file next to this class, without line ends. */
    static Template resource(String name) {
        try (InputStream in = Template.class.getResourceAsStream(name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return parse(text.lines().reduce("", String::concat));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Template parse(String text) {
        List<String> pieces = new ArrayList<>();
        int at = 0;
        for (int gap = text.indexOf(GAP); gap >= 0; gap = text.indexOf(GAP, at)) {
            int end = text.indexOf('}', gap);
            pieces.add(text.substring(at, gap));
            pieces.add(text.substring(gap + GAP.length(), end));
            at = end + 1;
        }
        pieces.add(text.substring(at));
        return new Template(pieces);
    }

    /**
     * Returns the text with its gaps filled.
     *
     * @throws IllegalArgumentException if a gap has no value
     */
    String fill(Map<String, String> values) {
        StringBuilder text = new StringBuilder(constants + constants / 2);
        for (int i = 0; i < pieces.size(); i++) {
            text.append(i % 2 == 0 ? pieces.get(i) : value(values, pieces.get(i)));
        }
        return text.toString();
    }

    private static String value(Map<String, String> values, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    "no value for ${" + name + "} (expected: one of " + values.keySet() + ")");
        }
        return value;
    }
}
