package io.narrows.node.mvcc;

import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the revision by which something applies to a share of the bytes of a file, e.g. that they are obsolete. Bounded: it may
 * return a slightly later revision for a file with many. Not thread-safe.
 */
final class BytesByRevision {
    /** Never. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_REVISIONS = 4096;

    private final TreeMap<Long, Long> bytesByRevision = new TreeMap<>();
    private long total;

    /**
     * Adds bytes.
     *
     * @param from revision from which on it applies to them; {@link #NEVER} if none is known so far
     */
    void add(long bytes, long from) {
        total += bytes;
        if (from == NEVER) {
            return;
        }
        bytesByRevision.merge(from, bytes, Long::sum);
        if (bytesByRevision.size() > MAX_REVISIONS) {
            coarsen();
        }
    }

    /**
     * Returns the first revision at which it applies to a share of all bytes; {@link #NEVER} if there is none.
     *
     * @param parts the share is one of so many equal parts, at least 1: 3 for a third
     */
    long reaching(int parts) {
        long sum = 0;
        for (Map.Entry<Long, Long> bytes : bytesByRevision.entrySet()) {
            sum += bytes.getValue();
            if (parts * sum >= total) {
                return bytes.getKey();
            }
        }
        return NEVER;
    }

    /** Joins neighbors with few bytes, so that half of the revisions are left at most. */
    private void coarsen() {
        TreeMap<Long, Long> fine = new TreeMap<>(bytesByRevision);
        bytesByRevision.clear();
        long limit = 4 * total / MAX_REVISIONS;
        long waiting = 0;
        long last = 0;
        for (Map.Entry<Long, Long> bytes : fine.entrySet()) {
            if (waiting > 0 && waiting + bytes.getValue() > limit) {
                bytesByRevision.put(last, waiting);
                waiting = 0;
            }
            waiting += bytes.getValue();
            last = bytes.getKey();
        }
        bytesByRevision.put(last, waiting);
    }
}
