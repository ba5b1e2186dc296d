package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Contexts;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** {@code zstd}: a standard zstd frame (RFC 8878), compatible with Go packages. With a dictionary, it has a separate name. */
final class ZstdMessages extends MessageCodec {
    private final @Nullable MessageDictionary dictionary;
    private final Contexts<ZstdEncoding> encodings = new Contexts<>(ZstdEncoding::new, ZstdEncoding::close);
    private final Contexts<ZstdDecoding> decodings = new Contexts<>(ZstdDecoding::new, ZstdDecoding::close);

    ZstdMessages(DecodingLimits limits) {
        super(EncodingName.of(Codec.ZSTD), limits);
        this.dictionary = null;
    }

    ZstdMessages(MessageDictionary dictionary, DecodingLimits limits) {
        super(dictionary.encoding(), limits);
        this.dictionary = dictionary;
    }

    @Override
    public OutputStream compress(OutputStream out) {
        CodecSpec spec = CurrentSpec.of(Codec.ZSTD);
        ZstdEncoding encoding = encodings.take();
        encoding.prepare(spec, dictionary == null ? null : dictionary.compressing(spec.level()));
        return new ZstdOutput(out, encoding, encodings);
    }

    @Override
    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        ZstdDecoding decoding = decodings.take();
        try {
            if (dictionary == null) {
                decoding.decode(message, decoded, limits(), null, 0);
            } else {
                decoding.decode(message, decoded, limits(), dictionary.decompressing(), dictionary.id());
            }
        } finally {
            if (decoding.small()) {
                decodings.giveBack(decoding);
            } else {
                decoding.close();
            }
        }
    }
}
