package io.narrows.config.yaml;

import java.util.Comparator;
import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * A position in a file, written like editors and compilers do.
 *
 * @param file the name as the user gave it
 * @param line counted from 1; 0 for the file as a whole
 * @param column counted from 1, in characters; 0 for the file as a whole
 */
public record Place(String file, int line, int column) implements Comparable<Place> {
    private static final Comparator<Place> ORDER =
            Comparator.comparing(Place::file).thenComparingInt(Place::line).thenComparingInt(Place::column);

    /** Returns the place of a whole file, or of something outside files that has only a name. */
    public static Place of(String file) {
        return new Place(file, 0, 0);
    }

    static Place at(String file, Optional<Mark> mark) {
        return mark.map(m -> new Place(file, m.getLine() + 1, m.getColumn() + 1))
                .orElseGet(() -> of(file));
    }

    /** Returns the place right after a text at the start of the file. */
    public static Place after(String file, String text) {
        int lines = (int) text.chars().filter(c -> c == '\n').count();
        String last = text.substring(text.lastIndexOf('\n') + 1);
        return new Place(file, lines + 1, last.codePointCount(0, last.length()) + 1);
    }

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }

    /** Returns {@code narrows.yaml:12:7}, or {@code narrows.yaml} for the file as a whole. */
    @Override
    public String toString() {
        return line == 0 ? file : file + ":" + line + ":" + column;
    }
}
