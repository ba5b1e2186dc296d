package io.narrows.storage.sst;

import io.narrows.storage.sst.block.Coding;
import io.narrows.storage.sst.block.MalformedBlockException;

/**
 * Where a block lies: {@code varint64 offset, varint64 size}.
 *
 * @param offset of its first byte in the file
 * @param size in bytes, without its trailer
 */
record BlockHandle(long offset, long size) {
    /** The most bytes that a handle takes. */
    static final int MAX_LENGTH = 20;

    /** One past its trailer. */
    long end() {
        return offset + size + BlockTrailer.LENGTH;
    }

    /** The bytes that it takes when it is written. */
    int length() {
        return Coding.varintLength(offset) + Coding.varintLength(size);
    }

    /** Writes it and returns the index after it. */
    int put(byte[] array, int at) {
        return Coding.putVarint64(array, Coding.putVarint64(array, at, offset), size);
    }

    /** Reads one, which may lie anywhere: whoever uses it checks that. */
    static BlockHandle get(byte[] array, int at, int limit) throws MalformedBlockException {
        int sizeAt = Coding.varint64End(array, at, limit);
        int end = Coding.varint64End(array, sizeAt, limit);
        return new BlockHandle(Coding.varint64(array, at, sizeAt), Coding.varint64(array, sizeAt, end));
    }
}
