package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;

/** Iterates over the changes of keys in order. Not thread-safe; closes its iterator over the family {@code revisions}. */
final class RevisionCursor implements AutoCloseable {
    private final DbIterator changes;

    RevisionCursor(DbIterator changes) {
        this.changes = changes;
    }

    /** Moves to the first change at or after a revision. */
    void seek(long revision) throws IOException {
        changes.seek(Slice.of(RevisionKey.of(Math.max(revision, 0), 0)));
    }

    boolean isValid() {
        return changes.isValid();
    }

    void next() throws IOException {
        changes.next();
    }

    RevisionKey revision() {
        return RevisionKey.decoded(changes.key());
    }

    ByteString key() {
        Slice key = changes.value();
        return ByteString.copyFrom(key.array(), key.offset(), key.length());
    }

    @Override
    public void close() {
        changes.close();
    }
}
