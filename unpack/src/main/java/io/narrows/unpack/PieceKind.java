package io.narrows.unpack;

import io.narrows.codec.PackedFormat;

/** The compressed data in a piece, without the headers that its format puts around it. */
public enum PieceKind {
    /** An LZ4 block that refers to no earlier block. */
    LZ4_BLOCK(PackedFormat.LZ4),
    /** A raw Snappy block, which begins with the size of its content. */
    SNAPPY_BLOCK(PackedFormat.SNAPPY),
    /** A raw deflate stream, from its first block to its last. */
    DEFLATE(PackedFormat.GZIP),
    /** A Zstandard frame, from its magic number to its end. */
    ZSTD_FRAME(PackedFormat.ZSTD);

    private final PackedFormat format;

    PieceKind(PackedFormat format) {
        this.format = format;
    }

    /** Returns the format to which it belongs. */
    public PackedFormat format() {
        return format;
    }
}
