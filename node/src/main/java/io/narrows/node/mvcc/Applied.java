package io.narrows.node.mvcc;

/**
 * How far the log is applied. Each command of an entry is applied by itself, so a process may end between two of them.
 *
 * @param term of the last entry of which all is applied
 * @param index of the last entry of which all is applied; -1 for none
 * @param begun how many commands of the entry behind it are
 */
public record Applied(long term, long index, int begun) {
    public static final Applied NOTHING = new Applied(0, -1);

    /** All of an entry. */
    public Applied(long term, long index) {
        this(term, index, 0);
    }

    /** Some commands of the next entry as well. */
    public Applied withBegun(int commands) {
        return new Applied(term, index, commands);
    }
}
