package io.narrows.middleware.codec;

import io.narrows.codec.BlockCodec;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.Contexts;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** {@code lz4}: LZ4's frame format, compatible with Go packages. The levels of lz4hc are levels of this encoding. */
final class Lz4Messages extends MessageCodec {
    private final Codecs codecs;
    private final Map<CodecSpec, BlockCodec> blocks = new ConcurrentHashMap<>();
    private final Contexts<Lz4Encoding> encodings = new Contexts<>(Lz4Encoding::new, idle -> {});
    private final Contexts<Lz4Decoding> decodings = new Contexts<>(Lz4Decoding::new, idle -> {});

    Lz4Messages(Codecs codecs, DecodingLimits limits) {
        super(EncodingName.of(Codec.LZ4), limits);
        this.codecs = codecs;
    }

    @Override
    public OutputStream compress(OutputStream out) {
        CodecSpec spec = CurrentSpec.of(Codec.LZ4);
        return new Lz4Output(out, blocks.computeIfAbsent(spec, codecs::block), encodings);
    }

    @Override
    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        Lz4Decoding decoding = decodings.take();
        try {
            decoding.decode(message, decoded);
        } finally {
            decoding.shrink();
            decodings.giveBack(decoding);
        }
    }
}
