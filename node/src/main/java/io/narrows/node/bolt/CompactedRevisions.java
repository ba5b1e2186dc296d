package io.narrows.node.bolt;

/**
 * The compaction state of a store.
 *
 * @param scheduled revision before which nothing can be read; 0 if everything can
 * @param finished revision up to which compaction has removed the obsolete data; less than {@code scheduled} while a
 *     compaction is in progress, which etcd then repeats
 */
public record CompactedRevisions(long scheduled, long finished) {
    public static final CompactedRevisions NONE = new CompactedRevisions(0, 0);

    /** @throws IllegalArgumentException unless 0 &lt;= finished &lt;= scheduled */
    public CompactedRevisions {
        if (finished < 0 || finished > scheduled) {
            throw new IllegalArgumentException("compaction finished at revision " + finished + " (expected: 0-"
                    + scheduled + ", the scheduled revision)");
        }
    }
}
