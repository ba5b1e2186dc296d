package io.narrows.proxy.link.support;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import java.nio.ByteBuffer;

/** Encodes payloads of data frames. */
public final class Payloads {
    private Payloads() {}

    /** Returns the payload of a frame that starts a context. */
    public static byte[] first(CodecSpec spec, byte[] app) {
        try (StreamEncoder encoder = Codecs.load().streamEncoder(spec)) {
            return next(encoder, app);
        }
    }

    /** Returns the payload of the next frame of an encoder. */
    public static byte[] next(StreamEncoder encoder, byte[] app) {
        ByteBuffer payload = ByteBuffer.allocate(encoder.maxFrameLength(app.length));
        encoder.encode(ByteBuffer.wrap(app), payload);
        byte[] bytes = new byte[payload.flip().remaining()];
        payload.get(bytes);
        return bytes;
    }
}
