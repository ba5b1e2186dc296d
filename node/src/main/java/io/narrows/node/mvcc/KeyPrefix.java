package io.narrows.node.mvcc;

import io.narrows.storage.Slice;

/** A copy of a version key without its revision. Not thread-safe. */
final class KeyPrefix {
    private byte[] bytes = new byte[64];
    private int length = -1;

    void set(Slice versionKey) {
        Slice escaped = VersionKey.escapedKey(versionKey);
        if (escaped.length() > bytes.length) {
            bytes = new byte[2 * escaped.length()];
        }
        System.arraycopy(escaped.array(), escaped.offset(), bytes, 0, escaped.length());
        length = escaped.length();
    }

    /** Returns whether a version key belongs to this key; false if none was set. */
    boolean isOf(Slice versionKey) {
        return length >= 0 && VersionKey.isOf(bytes, length, versionKey);
    }
}
