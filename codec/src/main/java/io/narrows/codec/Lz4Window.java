package io.narrows.codec;

/**
 * The content of one direction of a stream: what is in work, and at least a window of what was before it. It lies in one
 * array without wrapping around. When a piece does not fit behind the last one, the newest window of bytes moves to the
 * front: one copy of 64 KiB for each 64 KiB of content or more, and no match that crosses the end of a ring.
 *
 * <p>Every byte below {@link #end} is content of this stream; nothing above it is ever looked at, but for the piece in
 * work and {@link Lz4Layout#SLACK} bytes that a copy by words may touch.
 */
final class Lz4Window {
    /** Content is taken in pieces of this many bytes at most, each a block: a whole link frame is one. */
    static final int PIECE = 1 << 16;

    /** The format's distances reach one byte less. */
    static final int MAX_LOG = 16;

    /** What a block of one piece can take, and the slack behind it. */
    static final int BLOCK_ROOM = Lz4Layout.bound(PIECE) + Lz4Layout.SLACK;

    private final int kept;
    private final byte[] bytes;
    private int end;

    /** @param log base-two logarithm of the bytes kept */
    Lz4Window(int log) {
        kept = 1 << log;
        bytes = new byte[kept + PIECE + Lz4Layout.SLACK];
    }

    /** The array that the content lies in. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the content ends. */
    int end() {
        return end;
    }

    /** Makes room for a piece; returns by how much all that was before has moved to the front. */
    int makeRoom(int length) {
        if (end + length + Lz4Layout.SLACK <= bytes.length) {
            return 0;
        }
        int moved = end - kept;
        System.arraycopy(bytes, moved, bytes, 0, kept);
        end = kept;
        return moved;
    }

    /** The bytes behind the end have become content. */
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
