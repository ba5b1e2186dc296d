package io.narrows.node.bolt;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A revision as etcd's database has it (etcd's {@code mvcc/revision.go}). Numbers are big-endian, so that keys are in the order of
 * revisions.
 *
 * <pre>
 *   0         8     9        17
 *   +---------+-----+--------+- - -+
 *   | main    | '_' | sub    | 't' |   the last one only when the key was deleted
 *   +---------+-----+--------+- - -+
 * </pre>
 *
 * @param main of the store
 * @param sub which change of that revision
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

    /** Empty when it is none. */
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
