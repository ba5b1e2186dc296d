package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;

/**
 * The level and window for the next message compressed by this thread. gRPC finds a compressor by encoding name only, while
 * a policy may use several levels of one codec. Set just before gRPC asks the compressor for a stream, on the same thread.
 */
public final class CurrentSpec {
    private static final ThreadLocal<CodecSpec> CURRENT = new ThreadLocal<>();

    private CurrentSpec() {}

    public static void set(CodecSpec spec) {
        CURRENT.set(spec);
    }

    public static void clear() {
        CURRENT.set(null);
    }

    /** Returns the current setting if it is for the codec's encoding, otherwise the codec at its default level. */
    static CodecSpec of(Codec codec) {
        CodecSpec spec = CURRENT.get();
        return spec != null && EncodingName.of(spec.codec()).equals(EncodingName.of(codec))
                ? spec
                : CodecSpec.of(codec);
    }
}
