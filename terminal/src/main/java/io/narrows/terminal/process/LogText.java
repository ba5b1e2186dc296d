package io.narrows.terminal.process;

/**
 * Escapes text for a log line, so that untrusted text (a peer's hello, a file, an exception's message) cannot end the line, add a
 * key-value pair or control a terminal.
 */
final class LogText {
    private LogText() {}

    /** Appends the value in double quotes, with quotes, backslashes and unprintable characters escaped as in Java. */
    static void appendQuoted(StringBuilder line, String value) {
        line.append('"');
        for (int at = 0; at < value.length(); at++) {
            char each = value.charAt(at);
            if (each == '"' || each == '\\') {
                line.append('\\').append(each);
            } else {
                append(line, each);
            }
        }
        line.append('"');
    }

    /**
     * Appends unquoted text. Spaces and quotes are kept, except for a quote after an equals sign, which would start a value.
     */
    static void appendWords(StringBuilder line, String words) {
        for (int at = 0; at < words.length(); at++) {
            char each = words.charAt(at);
            if (each == '"' && at > 0 && words.charAt(at - 1) == '=') {
                line.append('\\');
            }
            append(line, each);
        }
    }

    private static void append(StringBuilder line, char each) {
        switch (each) {
            case '\n' -> line.append("\\n");
            case '\r' -> line.append("\\r");
            case '\t' -> line.append("\\t");
            default -> {
                if (isUnprintable(each)) {
                    line.append("\\u%04x".formatted((int) each));
                } else {
                    line.append(each);
                }
            }
        }
    }

    /**
     * Returns whether to escape a character: controls, line and paragraph separators, and format characters such as bidi
     * overrides.
     */
    private static boolean isUnprintable(char each) {
        int type = Character.getType(each);
        return type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.FORMAT;
    }
}
