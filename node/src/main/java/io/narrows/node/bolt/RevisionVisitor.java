package io.narrows.node.bolt;

import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** Visits revisions ordered by main, then sub. */
@FunctionalInterface
public interface RevisionVisitor {
    /**
     * Visits a change of a key.
     *
     * @param main revision of the store, at least 1
     * @param sub index of the change within that revision, from 0
     * @param tombstone whether the key was deleted; {@code keyValue} then only has the key
     */
    void revision(long main, long sub, boolean tombstone, KeyValue keyValue) throws IOException;
}
