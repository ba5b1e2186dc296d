package io.narrows.node.bolt;

/**
 * How far a store is compacted.
 *
 * @param scheduled older revisions than this one cannot be read; 0 when all can
 * @param finished what this compaction makes superfluous is no longer there; less than {@code scheduled} when that one is still under way,
 *     and etcd does it again
 */
public record CompactedRevisions(long scheduled, long finished) {
    public static final CompactedRevisions NONE = new CompactedRevisions(0, 0);

    /** @throws IllegalArgumentException unless 0 &lt;= finished &lt;= scheduled */
    public CompactedRevisions {
        if (finished < 0 || finished > scheduled) {
            throw new IllegalArgumentException("compaction finished at revision " + finished + " (expected: 0-"
                    + scheduled + ", which is scheduled)");
        }
    }
}
