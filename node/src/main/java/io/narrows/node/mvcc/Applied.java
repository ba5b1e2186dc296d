package io.narrows.node.mvcc;

/**
 * How far the log is applied.
 *
 * @param term of the last entry that is
 * @param index of the last entry that is; -1 for none
 */
public record Applied(long term, long index) {
    public static final Applied NOTHING = new Applied(0, -1);
}
