package io.narrows.proxy.link;

/** Text that came from elsewhere, made fit for logs and messages: short, and on one line. */
public final class Printable {
    private static final int MAX_LENGTH = 256;

    private Printable() {}

    /** Control characters become question marks, what is too long is cut, null is empty. */
    public static String of(String text) {
        if (text == null) {
            return "";
        }
        String safe = text.replaceAll("\\p{Cntrl}", "?");
        return safe.length() <= MAX_LENGTH ? safe : safe.substring(0, MAX_LENGTH) + "…";
    }
}
