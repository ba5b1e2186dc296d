package io.narrows.codec;

import java.nio.ByteBuffer;

/** Both ends of one stream, frame by frame. */
final class StreamPair implements AutoCloseable {
    private static final Codecs CODECS = Codecs.load();
    private static final int LIMIT = 64 << 10;

    final StreamEncoder encoder;
    final StreamDecoder decoder;
    private final Memory plain;
    private final Memory coded;

    StreamPair(CodecSpec spec, Memory plain, Memory coded) {
        this(CODECS.streamEncoder(spec), CODECS.streamDecoder(spec.codec(), spec.windowLog()), plain, coded);
    }

    StreamPair(StreamEncoder encoder, StreamDecoder decoder, Memory plain, Memory coded) {
        this.encoder = encoder;
        this.decoder = decoder;
        this.plain = plain;
        this.coded = coded;
    }

    static StreamPair direct(CodecSpec spec) {
        return new StreamPair(spec, Memory.DIRECT, Memory.DIRECT);
    }

    /** Returns a pair whose contexts begin with a dictionary. */
    static StreamPair direct(CodecSpec spec, StreamDictionary dictionary) {
        return new StreamPair(
                CODECS.streamEncoder(spec, dictionary),
                CODECS.streamDecoder(spec.codec(), spec.windowLog(), dictionary),
                Memory.DIRECT,
                Memory.DIRECT);
    }

    byte[] encode(byte[] content) {
        ByteBuffer src = plain.of(content);
        ByteBuffer dst = coded.allocate(encoder.maxFrameLength(content.length));
        int start = dst.position();
        encoder.encode(src, dst);
        if (src.hasRemaining()) {
            throw new AssertionError("the encoder left " + src.remaining() + " bytes");
        }
        return Memory.bytes(dst.flip().position(start));
    }

    byte[] decode(byte[] frame) throws MalformedDataException {
        return decode(frame, LIMIT);
    }

    byte[] decode(byte[] frame, int limit) throws MalformedDataException {
        ByteBuffer src = coded.of(frame);
        ByteBuffer dst = plain.allocate(limit);
        int start = dst.position();
        decoder.decode(src, dst);
        if (src.hasRemaining()) {
            throw new AssertionError("the decoder left " + src.remaining() + " bytes");
        }
        return Memory.bytes(dst.flip().position(start));
    }

    @Override
    public void close() {
        encoder.close();
        decoder.close();
    }
}
