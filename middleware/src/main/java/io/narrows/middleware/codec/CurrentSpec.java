package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;

/**
 * The level and window with which this thread is to compress its next message. gRPC finds a compressor by its encoding's name
 * alone; a policy has several levels of one. Set just before gRPC asks the compressor for a stream, on the same thread.
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

    /** What was set, when it is of the codec's encoding; else the codec with its own level. */
    static CodecSpec of(Codec codec) {
        CodecSpec spec = CURRENT.get();
        return spec != null && EncodingName.of(spec.codec()).equals(EncodingName.of(codec))
                ? spec
                : CodecSpec.of(codec);
    }
}
