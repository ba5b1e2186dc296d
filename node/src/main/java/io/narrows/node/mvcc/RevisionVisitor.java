package io.narrows.node.mvcc;

import io.narrows.node.etcd.KeyValue;
import java.io.IOException;

/** Is shown each change of a key that is kept. */
@FunctionalInterface
public interface RevisionVisitor {
    /**
     * @param main the revision
     * @param sub the place among the changes of that revision, from 0 on
     * @param tombstone whether the key was deleted; then {@code keyValue} has the key only
     */
    void visit(long main, long sub, boolean tombstone, KeyValue keyValue) throws IOException;
}
