package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;

/**
 * The position of a block: {@code varint64 offset, varint64 size}.
 *
 * @param offset position of its first byte in the file
 * @param size in bytes, without its trailer
 */
record BlockHandle(long offset, long size) {
    /** Maximum size of an encoded handle in bytes. */
    static final int MAX_LENGTH = 20;

    /** Returns the offset after its trailer. */
    long end() {
        return offset + size + BlockTrailer.LENGTH;
    }

    /** Returns the size of its encoding in bytes. */
    int length() {
        return Coding.varintLength(offset) + Coding.varintLength(size);
    }

    /** Writes it and returns the index after it. */
    int put(byte[] array, int at) {
        return Coding.putVarint64(array, Coding.putVarint64(array, at, offset), size);
    }

    /** Reads a handle without checking its range, which is up to the caller. */
    static BlockHandle get(byte[] array, int at, int limit) throws MalformedBlockException {
        int sizeAt = Coding.varint64End(array, at, limit);
        int end = Coding.varint64End(array, sizeAt, limit);
        return new BlockHandle(Coding.varint64(array, at, sizeAt), Coding.varint64(array, sizeAt, end));
    }
}
