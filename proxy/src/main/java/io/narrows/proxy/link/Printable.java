package io.narrows.proxy.link;

/** Makes external text safe for logs and messages: short, and on one line. */
public final class Printable {
    private static final int MAX_LENGTH = 256;

    private Printable() {}

    /** Returns the text with control characters replaced by question marks, truncated if too long; empty for null. */
    public static String of(String text) {
        if (text == null) {
            return "";
        }
        String safe = text.replaceAll("\\p{Cntrl}", "?");
        return safe.length() <= MAX_LENGTH ? safe : safe.substring(0, MAX_LENGTH) + "…";
    }
}
