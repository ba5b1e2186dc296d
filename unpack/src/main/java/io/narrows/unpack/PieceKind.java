package io.narrows.unpack;

import io.narrows.codec.PackedFormat;

/** The compressed data in a piece, without the headers that its format puts around it. */
public enum PieceKind {
    /** An LZ4 block that refers to no earlier block. */
    LZ4_BLOCK(PackedFormat.LZ4, 32),
    /** A block of an LZ4 frame whose blocks may refer to earlier ones, compressed or stored. */
    LZ4_LINKED_BLOCK(PackedFormat.LZ4, 1),
    /** A raw Snappy block, which begins with the size of its content. */
    SNAPPY_BLOCK(PackedFormat.SNAPPY, 32),
    /** A raw deflate stream, from its first block to its last. */
    DEFLATE(PackedFormat.GZIP, 32),
    /** A part of a raw deflate stream that is unpacked as it comes. */
    DEFLATE_STREAM(PackedFormat.GZIP, 1),
    /** A Zstandard frame, from its magic number to its end. */
    ZSTD_FRAME(PackedFormat.ZSTD, 32),
    /** A part of a Zstandard frame that is unpacked as it comes. */
    ZSTD_STREAM(PackedFormat.ZSTD, 1);

    private final PackedFormat format;
    private final int shortest;

    PieceKind(PackedFormat format, int shortest) {
        this.format = format;
        this.shortest = shortest;
    }

    /** Returns the format to which it belongs. */
    public PackedFormat format() {
        return format;
    }

    /** Returns whether it is a part of a piece that is unpacked as it comes. */
    public boolean isPart() {
        return this == DEFLATE_STREAM || this == ZSTD_STREAM;
    }

    /**
     * Returns the least bytes of a piece. Shorter ones would gain less than their carried form adds. Linked blocks and
     * parts have no minimum, since those behind them need them.
     */
    public int shortest() {
        return shortest;
    }
}
