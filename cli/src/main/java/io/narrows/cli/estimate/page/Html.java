package io.narrows.cli.estimate.page;

/** Text for HTML and SVG. Everything that is not markup of this package passes through {@link #text}. */
final class Html {
    private static final char REPLACEMENT = '\uFFFD';

    private Html() {}

    /**
     * Escapes text for elements and for attributes in double quotes. Control and format characters, among them those that
     * change the direction of writing, and broken surrogates become U+FFFD.
     */
    static String text(String text) {
        StringBuilder html = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> append(html, point));
        return html.toString();
    }

    private static void append(StringBuilder html, int point) {
        switch (point) {
            case '&' -> html.append("&amp;");
            case '<' -> html.append("&lt;");
            case '>' -> html.append("&gt;");
            case '"' -> html.append("&quot;");
            case '\'' -> html.append("&#39;");
            case '\n', '\t' -> html.append((char) point);
            default -> {
                switch (Character.getType(point)) {
                    case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.UNASSIGNED ->
                        html.append(REPLACEMENT);
                    default -> html.appendCodePoint(point);
                }
            }
        }
    }

    /** Shortens text to a number of characters, the last of which is then an ellipsis. */
    static String shortened(String text, int most) {
        int length = text.codePointCount(0, text.length());
        return length <= most ? text : text.substring(0, text.offsetByCodePoints(0, most - 1)) + "…";
    }
}
