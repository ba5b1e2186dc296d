package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** Stands at versions of keys. For one thread; closes its iterator, of the family {@code keys}. */
final class VersionCursor implements Living, AutoCloseable {
    /** Versions of a key that are passed one by one before the rest of them is passed by a search. */
    private static final int STEPS = 6;

    private final DbIterator versions;
    private byte[] escapedKey = new byte[64];
    private int escapedLength;

    VersionCursor(DbIterator versions) {
        this.versions = versions;
    }

    /** The youngest version of a key that is not younger than a revision; it may be a tombstone. */
    Optional<Version> youngest(ByteString key, long revision) throws IOException {
        byte[] from = VersionKey.of(key, revision);
        escapedKey = from;
        escapedLength = from.length - Long.BYTES;
        versions.seek(Slice.of(from));
        return versionOfKey();
    }

    /** Moves on to the next version of the key of which {@link #youngest} has found one. */
    Optional<Version> older() throws IOException {
        versions.next();
        return versionOfKey();
    }

    /** Shows all keys within the bounds of the iterator that live at a revision. */
    void walk(long revision, Visitor visitor) throws IOException {
        versions.seekToFirst();
        while (!visitor.isDone() && findLiving(revision)) {
            visitor.visit(this);
            passKey();
        }
    }

    /** Whether any key within the bounds of the iterator lives at a revision. */
    boolean anyLives(long revision) throws IOException {
        versions.seekToFirst();
        return findLiving(revision);
    }

    @Override
    public ByteString key() {
        return VersionKey.key(versions.key());
    }

    @Override
    public KeyValue keyValue() throws IOException {
        return version().keyValue(key());
    }

    @Override
    public void close() {
        versions.close();
    }

    private Optional<Version> versionOfKey() throws IOException {
        return versions.isValid() && isAtKey() ? Optional.of(version()) : Optional.empty();
    }

    private Version version() throws IOException {
        return Version.decoded(VersionKey.revision(versions.key()), versions.value());
    }

    private boolean findLiving(long revision) throws IOException {
        while (versions.isValid()) {
            takeKey();
            if (findVersion(revision)) {
                if (!Version.isTombstone(versions.value())) {
                    return true;
                }
                passKey();
            }
        }
        return false;
    }

    private void takeKey() {
        Slice escaped = VersionKey.escapedKey(versions.key());
        if (escaped.length() + Long.BYTES > escapedKey.length) {
            escapedKey = new byte[2 * (escaped.length() + Long.BYTES)];
        }
        System.arraycopy(escaped.array(), escaped.offset(), escapedKey, 0, escaped.length());
        escapedLength = escaped.length();
    }

    /** Moves to the version of the key that was current at a revision; to the next key and false if there was none. */
    private boolean findVersion(long revision) throws IOException {
        for (int steps = 0; versions.isValid(); steps++) {
            if (!isAtKey()) {
                return false;
            }
            if (VersionKey.revision(versions.key()) <= revision) {
                return true;
            }
            if (steps == STEPS) {
                seekVersion(revision);
            } else {
                versions.next();
            }
        }
        return false;
    }

    private void passKey() throws IOException {
        for (int steps = 0; versions.isValid() && isAtKey(); steps++) {
            if (steps == STEPS) {
                seekVersion(0); // behind all others, as no change has it
            } else {
                versions.next();
            }
        }
    }

    private void seekVersion(long revision) throws IOException {
        byte[] target = Arrays.copyOf(escapedKey, escapedLength + Long.BYTES);
        VersionKey.putRevision(target, revision);
        versions.seek(Slice.of(target));
    }

    private boolean isAtKey() {
        return VersionKey.isOf(escapedKey, escapedLength, versions.key());
    }
}
