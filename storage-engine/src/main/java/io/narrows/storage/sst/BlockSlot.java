package io.narrows.storage.sst;

import io.narrows.storage.sst.compress.CompressionType;

/** A data block between being cut and being written. Its arrays are used again for later blocks. */
final class BlockSlot {
    byte[] plain;
    int plainLength;

    /** Whether to try to compress it. */
    boolean tried;

    byte[] coded = {};
    CompressionType type = CompressionType.NONE;

    /** What is written: all of {@link #plain} or a part of {@link #coded}, by type. */
    int payloadLength;

    /** Without the context of its place in the file. */
    int checksum;

    /** Whether the clock is read for it, and what it said, in nanoseconds. */
    boolean timed;

    long prepareNanos;
    long compressNanos;

    BlockSlot(int room) {
        plain = new byte[room];
    }

    byte[] payload() {
        return type == CompressionType.NONE ? plain : coded;
    }
}
