package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/** A cursor over versions of keys. Not thread-safe; closes its iterator over the family {@code keys}. */
final class VersionCursor implements Living, AutoCloseable {
    /** Bytes that a version counts at least. */
    static final int LEAST_STEP = 700;

    /**
     * Bytes of unwanted versions to step over before searching for the wanted one. A search costs about as much as six steps within a block, and
     * reads one or two blocks; stepping over large versions reads a block for each.
     */
    static final int STEPPED_BYTES = 6 * LEAST_STEP;

    private final DbIterator versions;
    private byte[] escapedKey = new byte[64];
    private int escapedLength;

    VersionCursor(DbIterator versions) {
        this.versions = versions;
    }

    /** Returns the latest version of a key at or before a revision; it may be a tombstone. */
    Optional<Version> youngest(ByteString key, long revision) throws IOException {
        byte[] from = VersionKey.of(key, revision);
        escapedKey = from;
        escapedLength = from.length - Long.BYTES;
        versions.seek(Slice.of(from));
        return versionOfKey();
    }

    /** Visits all keys within the iterator's bounds that are live at a revision. */
    void walk(long revision, Visitor visitor) throws IOException {
        versions.seekToFirst();
        while (!visitor.isDone() && findLiving(revision)) {
            visitor.visit(this);
            passKey();
        }
    }

    /** Returns whether any key within the iterator's bounds is live at a revision. */
    boolean anyLives(long revision) throws IOException {
        versions.seekToFirst();
        return findLiving(revision);
    }

    @Override
    public ByteString key() {
        return VersionKey.key(versions.key());
    }

    @Override
    public long revision() {
        return VersionKey.revision(versions.key());
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
        return Version.decoded(revision(), versions.value());
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

    /**
     * Moves to the version of the key that was current at a revision. If there was none, moves to the next key and returns
     * false.
     */
    private boolean findVersion(long revision) throws IOException {
        int left = STEPPED_BYTES;
        while (versions.isValid()) {
            if (!isAtKey()) {
                return false;
            }
            if (VersionKey.revision(versions.key()) <= revision) {
                return true;
            }
            left = pass(revision, left);
        }
        return false;
    }

    private void passKey() throws IOException {
        int left = STEPPED_BYTES;
        while (versions.isValid() && isAtKey()) {
            left = pass(0, left); // sorts after all versions, since no change has revision 0
        }
    }

    /**
     * Moves past a version of the key, and past all others after a revision if enough were stepped over.
     *
     * @param left bytes that may be stepped over
     * @return the same after this step
     */
    private int pass(long revision, int left) throws IOException {
        if (left <= 0) {
            seekVersion(revision);
            return left;
        }
        int length = versions.value().length();
        versions.next();
        return left - Math.max(length, LEAST_STEP);
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
