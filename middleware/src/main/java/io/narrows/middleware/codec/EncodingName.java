package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.config.Compression;

/** The names of codecs in {@code grpc-encoding} and {@code grpc-accept-encoding}. */
public final class EncodingName {
    /** No compression. Every peer accepts it. */
    public static final String IDENTITY = "identity";

    private EncodingName() {}

    /** Returns the encoding requested by a policy rule. */
    public static String of(Compression compression) {
        return of(compression.spec().codec());
    }

    /**
     * Returns the codec of an encoding of this module, with or without a dictionary.
     *
     * @throws IllegalArgumentException if the encoding is unknown
     */
    public static Codec codec(String encoding) {
        String format = encoding.startsWith("zstd-") ? "zstd" : encoding;
        for (Codec codec : Codec.values()) {
            if (of(codec).equals(format)) {
                return codec;
            }
        }
        throw new IllegalArgumentException("unknown encoding \"" + encoding + "\"");
    }

    /** Returns the encoding of a codec. Both LZ4 codecs share one format. */
    public static String of(Codec codec) {
        if (codec == Codec.NONE) {
            return IDENTITY;
        }
        return (codec == Codec.LZ4HC ? Codec.LZ4 : codec).label();
    }
}
