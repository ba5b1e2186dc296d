package io.narrows.cli.dictionary;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.StreamEncoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes of a codec on short connections.
 *
 * @param bytesWithout encoded bytes of contexts that begin empty
 * @param bytesWith encoded bytes of contexts that begin with the dictionary, which they name
 */
record Gain(CodecSpec spec, long bytesWithout, long bytesWith) {
    private static final int MAX_FRAME = 64 << 10;

    /** Returns the share of the bytes that the dictionary saves; negative if it costs some. */
    double saved() {
        return bytesWithout == 0 ? 0 : 1 - (double) bytesWith / bytesWithout;
    }

    /**
     * Encodes each piece in a context of its own, read by read, with the dictionary and without. All is decoded again and compared.
     *
     * @param specs codecs whose streams can begin with a dictionary
     */
    static List<Gain> of(List<Piece> pieces, List<CodecSpec> specs, Codecs codecs, StreamDictionary dictionary)
            throws MalformedDataException {
        List<Gain> gains = new ArrayList<>();
        for (CodecSpec spec : specs) {
            long without;
            try (StreamEncoder encoder = codecs.streamEncoder(spec);
                    StreamDecoder decoder = codecs.streamDecoder(spec.codec(), spec.windowLog())) {
                without = bytes(pieces, encoder, decoder);
            }
            try (StreamEncoder encoder = codecs.streamEncoder(spec, dictionary);
                    StreamDecoder decoder = codecs.streamDecoder(spec.codec(), spec.windowLog(), dictionary)) {
                gains.add(new Gain(spec, without, bytes(pieces, encoder, decoder)));
            }
        }
        return gains;
    }

    private static long bytes(List<Piece> pieces, StreamEncoder encoder, StreamDecoder decoder)
            throws MalformedDataException {
        ByteBuffer plain = ByteBuffer.allocateDirect(MAX_FRAME);
        ByteBuffer frame = ByteBuffer.allocateDirect(encoder.maxFrameLength(MAX_FRAME));
        ByteBuffer decoded = ByteBuffer.allocateDirect(MAX_FRAME);
        long bytes = 0;
        for (Piece piece : pieces) {
            encoder.reset();
            decoder.reset();
            for (byte[] read : piece.reads()) {
                encoder.encode(plain.clear().put(read).flip(), frame.clear());
                bytes += frame.flip().remaining();
                decoder.decode(frame, decoded.clear());
                if (!decoded.flip().equals(ByteBuffer.wrap(read))) {
                    throw new IllegalStateException("decoded bytes differ from the encoded ones");
                }
            }
        }
        return bytes;
    }
}
