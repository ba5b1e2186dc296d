package io.narrows.cli.generate.database;

/** Formats comments of generated files. */
public final class Comment {
    private static final int WIDTH = 120;

    private Comment() {}

    /** Returns a text as comment lines of at most {@value #WIDTH} characters, broken between words. */
    public static String text(String indent, String text) {
        StringBuilder all = new StringBuilder();
        StringBuilder line = new StringBuilder();
        String start = indent + "#";
        for (String word : text.split("\\s+")) {
            if (!line.isEmpty() && start.length() + line.length() + 1 + word.length() > WIDTH) {
                all.append(start).append(line).append('\n');
                line.setLength(0);
            }
            line.append(' ').append(word);
        }
        return all.append(start).append(line).append('\n').toString();
    }
}
