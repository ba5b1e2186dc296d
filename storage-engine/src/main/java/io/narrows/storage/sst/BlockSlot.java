package io.narrows.storage.sst;

import io.narrows.storage.sst.compress.CompressionType;

/** A data block on its way from the builder to the file. Its arrays are reused for later blocks. */
final class BlockSlot {
    byte[] plain;
    int plainLength;

    /** Whether to try to compress it. */
    boolean tried;

    byte[] coded = {};
    CompressionType type = CompressionType.NONE;

    /** Size of the written payload: all of {@link #plain} or the beginning of {@link #coded}, depending on the type. */
    int payloadLength;

    /** Excludes the context of its position in the file. */
    int checksum;

    /** Whether to measure the block's times, which follow in nanoseconds. */
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
