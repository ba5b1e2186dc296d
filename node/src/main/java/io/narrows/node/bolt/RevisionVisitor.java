package io.narrows.node.bolt;

import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** Takes revisions in the order of main, then sub. */
@FunctionalInterface
public interface RevisionVisitor {
    /**
     * One change of one key.
     *
     * @param main the revision of the store, at least 1
     * @param sub which change of that revision, from 0 on
     * @param tombstone whether the key was deleted; then the value has nothing but the key
     */
    void revision(long main, long sub, boolean tombstone, KeyValue keyValue) throws IOException;
}
