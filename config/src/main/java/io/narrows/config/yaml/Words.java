package io.narrows.config.yaml;

import java.util.List;

/** Lists in sentences, and a user's text in a message. */
public final class Words {
    private static final int LONGEST_QUOTE = 60;

    private Words() {}

    /** {@code a, b or c}. */
    public static String or(List<String> words) {
        return joined(words, " or ");
    }

    /** {@code a, b and c}. */
    public static String and(List<String> words) {
        return joined(words, " and ");
    }

    /** The text in quotes on one line, cut when it is long. */
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
