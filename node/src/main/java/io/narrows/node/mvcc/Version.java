package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.IOException;

/**
 * A version of a key. Encoded in the family {@code keys} as:
 *
 * <pre>
 * flags(1)   1: the key was deleted, and only sub follows   2: it has a lease
 * sub        varint
 * version    varint
 * age        varint, revision - create
 * lease      8 bytes, little-endian; only if flagged
 * value      the rest
 * </pre>
 *
 * @param revision revision that created this version
 * @param sub index among the changes of that revision, from 0
 * @param create revision in which the key was created; 0 for a tombstone
 * @param version number of puts since then, the first included; 0 for a tombstone
 * @param lease 0 for none
 */
record Version(long revision, long sub, long create, long version, long lease, ByteString value) {
    private static final int TOMBSTONE = 1;
    private static final int LEASED = 2;

    static Version tombstone(long revision, long sub) {
        return new Version(revision, sub, 0, 0, 0, ByteString.EMPTY);
    }

    static Version of(KeyValue keyValue, long sub) {
        return new Version(
                keyValue.getModRevision(),
                sub,
                keyValue.getCreateRevision(),
                keyValue.getVersion(),
                keyValue.getLease(),
                keyValue.getValue());
    }

    boolean isTombstone() {
        return version == 0;
    }

    KeyValue keyValue(ByteString key) {
        return KeyValue.newBuilder()
                .setKey(key)
                .setCreateRevision(create)
                .setModRevision(revision)
                .setVersion(version)
                .setValue(value)
                .setLease(lease)
                .build();
    }

    byte[] encoded() {
        byte[] bytes = new byte[encodedLength()];
        int at = 1;
        at = Coding.putVarint64(bytes, at, sub);
        if (isTombstone()) {
            bytes[0] = TOMBSTONE;
            return bytes;
        }
        at = Coding.putVarint64(bytes, at, version);
        at = Coding.putVarint64(bytes, at, revision - create);
        if (lease != 0) {
            bytes[0] = LEASED;
            Coding.putFixed64(bytes, at, lease);
            at += Long.BYTES;
        }
        value.copyTo(bytes, at);
        return bytes;
    }

    private int encodedLength() {
        int flagsAndSub = 1 + Coding.varintLength(sub);
        if (isTombstone()) {
            return flagsAndSub;
        }
        return flagsAndSub
                + Coding.varintLength(version)
                + Coding.varintLength(revision - create)
                + (lease == 0 ? 0 : Long.BYTES)
                + value.size();
    }

    static boolean isTombstone(Slice encoded) {
        return encoded.array()[encoded.offset()] == TOMBSTONE;
    }

    static Version decoded(long revision, Slice encoded) throws IOException {
        byte[] array = encoded.array();
        int limit = encoded.end();
        int subAt = encoded.offset() + 1;
        int subEnd = Coding.varint64End(array, subAt, limit);
        long sub = Coding.varint64(array, subAt, subEnd);
        if (isTombstone(encoded)) {
            return tombstone(revision, sub);
        }
        int versionEnd = Coding.varint64End(array, subEnd, limit);
        int ageEnd = Coding.varint64End(array, versionEnd, limit);
        boolean leased = array[encoded.offset()] == LEASED;
        int valueAt = ageEnd + (leased ? Long.BYTES : 0);
        return new Version(
                revision,
                sub,
                revision - Coding.varint64(array, versionEnd, ageEnd),
                Coding.varint64(array, subEnd, versionEnd),
                leased ? Coding.getFixed64(array, ageEnd, limit) : 0,
                ByteString.copyFrom(array, valueAt, limit - valueAt));
    }
}
