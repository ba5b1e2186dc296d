package io.narrows.middleware.codec;

import java.util.Arrays;
import net.jpountz.xxhash.StreamingXXHash32;
import net.jpountz.xxhash.XXHash32;
import net.jpountz.xxhash.XXHashFactory;

/** Room and checksums for writing LZ4 frames, one after the other. Not thread-safe. */
final class Lz4Encoding {
    /** Of larger blocks LZ4 gains little, as it does not refer to what is farther back than 64 KiB. */
    static final int MAX_BLOCK = 256 * 1024;

    private static final int FIRST_ROOM = 4096;

    private final XXHash32 checksum = XXHashFactory.safeInstance().hash32();
    private final StreamingXXHash32 content = XXHashFactory.safeInstance().newStreamingHash32(0);
    private byte[] block = new byte[FIRST_ROOM];
    private byte[] compressed = new byte[FIRST_ROOM];

    /** The block that is filled, with room for some bytes at least. */
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

    /** The checksum of all content of a message. */
    StreamingXXHash32 content() {
        return content;
    }
}
