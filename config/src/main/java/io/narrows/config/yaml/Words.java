package io.narrows.config.yaml;

import java.util.List;

/** Formats word lists and quoted user text for messages. */
public final class Words {
    private static final int LONGEST_QUOTE = 60;

    private Words() {}

    /** Returns {@code a, b or c}. */
    public static String or(List<String> words) {
        return joined(words, " or ");
    }

    /** Returns {@code a, b and c}. */
    public static String and(List<String> words) {
        return joined(words, " and ");
    }

    /** Returns the text in quotes on one line, truncated if long. */
    public static String quote(String text) {
        String line = text.codePoints()
                .map(c -> Character.isISOControl(c) ? ' ' : c)
                .limit(LONGEST_QUOTE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return "\"" + (line.length() < text.length() ? line + "..." : line) + "\"";
    }

    private static String joined(List<String> words, String last) {
        if (words.size() < 2) {
            return String.join("", words);
        }
        int end = words.size() - 1;
        return String.join(", ", words.subList(0, end)) + last + words.get(end);
    }
}
