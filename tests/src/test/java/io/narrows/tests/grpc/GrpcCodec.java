package io.narrows.tests.grpc;

import io.grpc.Codec;
import java.util.Locale;

/** The codecs of messages. */
public enum GrpcCodec {
    GZIP(new Codec.Gzip()),
    SNAPPY(new SnappyCodec());

    private final Codec codec;

    GrpcCodec(Codec codec) {
        this.codec = codec;
    }

    /** Returns the codec of grpc-java. */
    Codec codec() {
        return codec;
    }

    /** @throws IllegalArgumentException if there is none */
    public static GrpcCodec named(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT));
    }

    /** Returns the encoding's name in headers of calls. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
