package io.narrows.storage.sst.rows;

import io.narrows.storage.Slice;

/** A key and its value; equal by content. */
public record Row(Slice key, Slice value) {
    public static Row of(byte[] key, byte[] value) {
        return new Row(Slice.of(key), Slice.of(value));
    }
}
