package io.narrows.middleware.codec;

import java.util.Arrays;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/** Buffers and checksums for writing LZ4 frames one at a time. Not thread-safe. */
final class Lz4Encoding {
    /** Larger blocks gain little, because LZ4 refers back at most 64 KiB. */
    static final int MAX_BLOCK = 256 * 1024;

    private static final int FIRST_ROOM = 4096;

    private final XXHash32 checksum = XXHashFactory.safeInstance().hash32();
    private final StreamingXXHash32 content = XXHashFactory.safeInstance().newStreamingHash32(0);
    private byte[] block = new byte[FIRST_ROOM];
    private byte[] compressed = new byte[FIRST_ROOM];

    /** Returns the block being filled, with room for at least {@code length} bytes. */
    byte[] block(int length) {
        if (block.length < length) {
            block = Arrays.copyOf(block, Math.min(MAX_BLOCK, Math.max(length, 2 * block.length)));
        }
        return block;
    }

    byte[] compressed(int length) {
        if (compressed.length < length) {
            compressed = new byte[length];
        }
        return compressed;
    }

    int checksum(byte[] bytes, int from, int length) {
        return checksum.hash(bytes, from, length, 0);
    }

    /** Returns the checksum of a message's whole content. */
    StreamingXXHash32 content() {
        return content;
    }
}
