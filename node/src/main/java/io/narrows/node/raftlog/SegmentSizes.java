package io.narrows.node.raftlog;

/**
 * The file sizes of the log.
 *
 * @param maxBytes size at which a segment gets no more writes
 * @param aheadBytes zeros written ahead of the entries
 */
record SegmentSizes(int maxBytes, int aheadBytes) {
    static final SegmentSizes DEFAULT = new SegmentSizes(32 << 20, 4 << 20);
}
