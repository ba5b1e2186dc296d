package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.config.Compression;

/** What {@code grpc-encoding} and {@code grpc-accept-encoding} call a codec. */
public final class EncodingName {
    /** A message as it is. Every peer takes it. */
    public static final String IDENTITY = "identity";

    private EncodingName() {}

    /** The encoding that a rule of the policy asks for. */
    public static String of(Compression compression) {
        return of(compression.spec().codec());
    }

    /**
     * The codec of an encoding that this module has, with a dictionary or without.
     *
     * @throws IllegalArgumentException when it is another one
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

    /** The encoding of a codec. LZ4 in its two efforts is one format. */
    public static String of(Codec codec) {
        if (codec == Codec.NONE) {
            return IDENTITY;
        }
        return (codec == Codec.LZ4HC ? Codec.LZ4 : codec).label();
    }
}
