package io.narrows.node.mvcc;

import io.narrows.storage.Slice;
import java.nio.ByteBuffer;

/** The key of a change in the family {@code revisions}: revision (8 bytes) and index in it (4 bytes), both big-endian. */
record RevisionKey(long main, long sub) {
    static byte[] of(long main, long sub) {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(main)
                .putInt(Math.toIntExact(sub))
                .array();
    }

    static RevisionKey decoded(Slice bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes.array(), bytes.offset(), bytes.length());
        return new RevisionKey(buffer.getLong(), buffer.getInt());
    }
}
