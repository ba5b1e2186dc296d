package io.narrows.node.mvcc;

/**
 * The applied position of the log. The commands of an entry may take several writes, so a process may end in between.
 *
 * @param term term of the last fully applied entry
 * @param index index of the last fully applied entry; -1 for none
 * @param begun number of applied commands of the following entry
 */
public record Applied(long term, long index, int begun) {
    public static final Applied NOTHING = new Applied(0, -1);

    /** A position after a whole entry. */
    public Applied(long term, long index) {
        this(term, index, 0);
    }

    /** Returns this position with some commands of the next entry applied as well. */
    public Applied withBegun(int commands) {
        return new Applied(term, index, commands);
    }
}
