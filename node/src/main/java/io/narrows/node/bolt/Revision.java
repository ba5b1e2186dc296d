package io.narrows.node.bolt;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A revision in etcd's database (etcd's {@code mvcc/revision.go}). Numbers are big-endian, so that keys sort by revision.
 *
 * <pre>
 *   0         8     9        17
 *   +---------+-----+--------+- - -+
 *   | main    | '_' | sub    | 't' |   the last byte only if the key was deleted
 *   +---------+-----+--------+- - -+
 * </pre>
 *
 * @param main revision of the store
 * @param sub index of the change within that revision
 */
record Revision(long main, long sub, boolean tombstone) {
    private static final int LENGTH = 17;
    private static final int SEPARATOR_AT = 8;
    private static final byte SEPARATOR = '_';
    private static final byte TOMBSTONE = 't';

    byte[] encode() {
        ByteBuffer bytes = ByteBuffer.allocate(tombstone ? LENGTH + 1 : LENGTH);
        bytes.putLong(main).put(SEPARATOR).putLong(sub);
        if (tombstone) {
            bytes.put(TOMBSTONE);
        }
        return bytes.array();
    }

    /** Decodes a revision; empty if the bytes are not one. */
    static Optional<Revision> decode(byte[] bytes) {
        boolean tombstone = bytes.length == LENGTH + 1 && bytes[LENGTH] == TOMBSTONE;
        if (bytes.length != LENGTH && !tombstone || bytes[SEPARATOR_AT] != SEPARATOR) {
            return Optional.empty();
        }
        ByteBuffer numbers = ByteBuffer.wrap(bytes);
        Revision revision = new Revision(numbers.getLong(0), numbers.getLong(SEPARATOR_AT + 1), tombstone);
        return revision.main < 0 || revision.sub < 0 ? Optional.empty() : Optional.of(revision);
    }
}
