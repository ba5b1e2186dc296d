package io.narrows.node.mvcc;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The state of the keyspace. Encoded as a byte for the layout version of the whole keyspace; term, index, revision and
 * compact revision, 8 bytes each; and the number of applied commands of the next entry, 4 bytes. Big-endian.
 *
 * @param revision latest revision
 * @param compacted oldest readable revision; -1 before the first compaction
 */
record StateRecord(Applied applied, long revision, long compacted) {
    /** As in etcd, the first change makes revision 2. */
    static final StateRecord NEW = new StateRecord(Applied.NOTHING, 1, -1);

    private static final byte LAYOUT = 2;
    private static final int LENGTH = 1 + 4 * Long.BYTES + Integer.BYTES;

    StateRecord withApplied(Applied last) {
        return new StateRecord(last, revision, compacted);
    }

    /**
     * Resolves a requested revision.
     *
     * @param requested 0 or less for the latest
     */
    long resolve(long requested) throws EtcdException {
        if (requested > revision) {
            throw new EtcdException(EtcdError.FUTURE_REVISION);
        }
        if (requested <= 0) {
            return revision;
        }
        if (requested < compacted) {
            throw new EtcdException(EtcdError.COMPACTED);
        }
        return requested;
    }

    byte[] encoded() {
        return ByteBuffer.allocate(LENGTH)
                .put(LAYOUT)
                .putLong(applied.term())
                .putLong(applied.index())
                .putLong(revision)
                .putLong(compacted)
                .putInt(applied.begun())
                .array();
    }

    static StateRecord decoded(byte[] bytes) throws IOException {
        if (bytes.length == 0 || bytes[0] != LAYOUT) {
            throw new IOException("keyspace with layout " + (bytes.length == 0 ? "none" : bytes[0]) + " (expected: "
                    + LAYOUT + ", the layout of this release)");
        }
        if (bytes.length != LENGTH) {
            throw new IOException("state of the keyspace has " + bytes.length + " bytes (expected: " + LENGTH + ")");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 1, LENGTH - 1);
        Applied whole = new Applied(buffer.getLong(), buffer.getLong());
        long revision = buffer.getLong();
        long compacted = buffer.getLong();
        return new StateRecord(whole.withBegun(buffer.getInt()), revision, compacted);
    }
}
