package io.narrows.config;

import java.time.Duration;

/** Which old revisions the bundled store forgets by itself. */
public sealed interface AutoCompaction {
    /** All but the youngest ones: etcd's mode {@code revision}. */
    record KeepRevisions(int revisions) implements AutoCompaction {}

    /** All that were replaced longer ago: etcd's mode {@code periodic}. */
    record KeepFor(Duration age) implements AutoCompaction {}
}
