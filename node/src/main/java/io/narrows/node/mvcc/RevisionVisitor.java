package io.narrows.node.mvcc;

import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** Visits the retained changes of keys. */
@FunctionalInterface
public interface RevisionVisitor {
    /**
     * @param main the revision
     * @param sub index among the changes of that revision, from 0
     * @param tombstone whether the key was deleted; {@code keyValue} then only has the key
     */
    void visit(long main, long sub, boolean tombstone, KeyValue keyValue) throws IOException;
}
