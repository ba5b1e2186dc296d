package io.narrows.codec;

import java.util.Locale;

/** A format in which applications compress their messages, and which a link can unpack. */
public enum PackedFormat {
    /** LZ4 blocks, in frames or where a protocol has them. */
    LZ4(false),
    /** Snappy blocks: raw, in Snappy's framing format, or in that of snappy-java. */
    SNAPPY(false),
    /** Deflate streams: members of gzip, and zlib streams. */
    GZIP(true),
    /** Zstandard frames. */
    ZSTD(true);

    private final boolean entropyCoding;

    PackedFormat(boolean entropyCoding) {
        this.entropyCoding = entropyCoding;
    }

    /** Returns the keyword in the configuration, and the label of metrics. */
    public String keyword() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether frequent symbols take fewer bits, as with {@link Codec#codesEntropy}. */
    public boolean codesEntropy() {
        return entropyCoding;
    }
}
