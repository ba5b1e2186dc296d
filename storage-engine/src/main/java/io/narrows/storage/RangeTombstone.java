package io.narrows.storage;

/**
 * A range of keys that was deleted: what is older than it and within {@code [begin, end)} is gone.
 *
 * @param begin the first user key
 * @param end the first user key behind it
 */
public record RangeTombstone(Slice begin, Slice end, long sequence) {}
