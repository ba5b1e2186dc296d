package io.narrows.storage;

/**
 * A range deletion: it deletes all older entries with keys in {@code [begin, end)}.
 *
 * @param begin the first user key, inclusive
 * @param end the end, exclusive
 */
public record RangeTombstone(Slice begin, Slice end, long sequence) {}
