package io.narrows.node.raftlog;

/**
 * How large files of the log are.
 *
 * @param maxBytes a segment that has as many gets no further write
 * @param aheadBytes zeros that are written ahead of the entries
 */
record SegmentSizes(int maxBytes, int aheadBytes) {
    static final SegmentSizes DEFAULT = new SegmentSizes(32 << 20, 4 << 20);
}
