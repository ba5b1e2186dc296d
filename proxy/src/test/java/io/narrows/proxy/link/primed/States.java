package io.narrows.proxy.link.primed;

import com.google.protobuf.ByteString;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.codec.dense.ContextState;
import io.narrows.config.TrafficClass;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** States of contexts of tests. */
final class States {
    static final StateKey KEY = new StateKey("db", true, false, TrafficClass.BULK);

    private static final Codecs CODECS = Codecs.load();

    private States() {}

    /** Returns the state of a context that has encoded a text. */
    static ContextState of(String text) {
        try (StreamEncoder encoder = CODECS.streamEncoder(CodecSpec.of(Codec.DENSE, 1))) {
            ByteBuffer content = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            encoder.encode(content, ByteBuffer.allocate(encoder.maxFrameLength(content.remaining())));
            return encoder.state();
        }
    }

    static KeptState kept(StateKey key, String text) {
        return kept(key, text, 0);
    }

    static KeptState kept(StateKey key, String text, long now) {
        ContextState state = of(text);
        return new KeptState(key, hash(state), state, now);
    }

    static ByteString hash(ContextState state) {
        return ByteString.copyFrom(state.hash());
    }
}
