package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;

/** Compares the family {@code latest} with the versions of all keys. Steps through both once, side by side. */
final class LatestCheck implements Living.Visitor {
    private final DbIterator latest;

    private LatestCheck(DbIterator latest) {
        this.latest = latest;
    }

    /**
     * @param latest all entries of the family
     * @param versions all versions of all keys, at the same snapshot
     * @param revision latest revision of the snapshot
     * @throws CorruptLatestException for the first difference
     */
    static void run(DbIterator latest, VersionCursor versions, long revision) throws IOException {
        LatestCheck check = new LatestCheck(latest);
        latest.seekToFirst();
        versions.walk(revision, check);
        if (latest.isValid()) {
            throw CorruptLatestException.extra(check.key(), check.revision());
        }
    }

    @Override
    public void visit(Living living) throws IOException {
        ByteString key = living.key();
        int order = latest.isValid() ? Bytes.ORDER.compare(key(), key) : 1;
        if (order < 0) {
            throw CorruptLatestException.extra(key(), revision());
        }
        if (order > 0) {
            throw CorruptLatestException.missing(key, living.revision());
        }
        if (revision() != living.revision()) {
            throw CorruptLatestException.differs(key, revision(), living.revision());
        }
        latest.next();
    }

    private ByteString key() {
        Slice key = latest.key();
        return ByteString.copyFrom(key.array(), key.offset(), key.length());
    }

    private long revision() throws IOException {
        Slice value = latest.value();
        if (value.length() != Long.BYTES) {
            throw CorruptLatestException.notARevision(key(), value.length());
        }
        return LatestRevisions.decoded(value);
    }
}
