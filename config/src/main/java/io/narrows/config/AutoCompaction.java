package io.narrows.config;

import java.time.Duration;

/** Retention of old revisions in the bundled store (auto-compaction). */
public sealed interface AutoCompaction {
    /** Keeps the latest revisions: etcd's mode "revision". */
    record KeepRevisions(int revisions) implements AutoCompaction {}

    /** Keeps revisions that were current within the last {@code age}: etcd's mode {@code periodic}. */
    record KeepFor(Duration age) implements AutoCompaction {}
}
