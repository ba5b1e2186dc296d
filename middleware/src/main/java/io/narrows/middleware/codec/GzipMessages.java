package io.narrows.middleware.codec;

import io.narrows.codec.Codec;
import io.narrows.codec.Contexts;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.Deflater;

/** {@code gzip} (RFC 1952): unlike gRPC's own, it has levels, the same limits as the other codecs, and pooled contexts. */
final class GzipMessages extends MessageCodec {
    private final Contexts<Deflater> deflaters =
            new Contexts<>(() -> new Deflater(Deflater.DEFAULT_COMPRESSION, true), Deflater::end);
    private final Contexts<GzipDecoding> decodings = new Contexts<>(GzipDecoding::new, GzipDecoding::close);

    GzipMessages(DecodingLimits limits) {
        super(EncodingName.of(Codec.GZIP), limits);
    }

    @Override
    public OutputStream compress(OutputStream out) {
        return new GzipOutput(out, deflaters, CurrentSpec.of(Codec.GZIP).level());
    }

    @Override
    void decode(CompressedMessage message, DecodedMessage decoded) throws IOException {
        GzipDecoding decoding = decodings.take();
        try {
            decoding.decode(message, decoded);
        } finally {
            decodings.giveBack(decoding);
        }
    }
}
