package io.narrows.codec;

import java.nio.ByteBuffer;

/**
 * The content of one direction of a stream: the current piece, and at least a window of the previous content, in one array
 * without wrap-around. When a piece does not fit after the last one, the latest window of bytes moves to the front: at most
 * one copy of 64 KiB per 64 KiB of content, and no match crosses the end of a ring.
 *
 * <p>Every byte before {@link #end} is content of this stream. Nothing after it is ever read, except the current piece and
 * {@link Lz4Layout#SLACK} bytes touched by copies in words.
 */
final class Lz4Window {
    /** Maximum size of a piece, each of which becomes a block: a whole link frame is one. */
    static final int PIECE = 1 << 16;

    /** The format's maximum distance is one byte less. */
    static final int MAX_LOG = 16;

    /** Maximum size of the block of one piece, plus slack. */
    static final int BLOCK_ROOM = Lz4Layout.bound(PIECE) + Lz4Layout.SLACK;

    private final int kept;
    private final byte[] bytes;
    private int end;

    /** @param log base-two logarithm of the window in bytes */
    Lz4Window(int log) {
        kept = 1 << log;
        bytes = new byte[kept + PIECE + Lz4Layout.SLACK];
    }

    /** Returns the array with the content. */
    byte[] bytes() {
        return bytes;
    }

    /** Returns the end of the content. */
    int end() {
        return end;
    }

    /** Makes room for a piece; returns the number of bytes by which the previous content moved to the front. */
    int makeRoom(int length) {
        if (end + length + Lz4Layout.SLACK <= bytes.length) {
            return 0;
        }
        int moved = end - kept;
        System.arraycopy(bytes, moved, bytes, 0, kept);
        end = kept;
        return moved;
    }

    /** Makes an empty window begin with the end of a dictionary: what a match can refer to, at most the window. */
    void begin(ByteBuffer dictionary) {
        int length = Math.min(Math.min(dictionary.remaining(), Lz4Layout.MAX_DISTANCE), kept);
        dictionary.get(dictionary.limit() - length, bytes, end, length);
        advance(length);
    }

    /** Adds the bytes after the end to the content. */
    void advance(int length) {
        end += length;
    }

    void clear() {
        end = 0;
    }

    long memoryBytes() {
        return bytes.length;
    }

    static long memoryBytes(int log) {
        return (1L << log) + PIECE + Lz4Layout.SLACK;
    }
}
