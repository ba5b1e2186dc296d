package io.narrows.cli.analyze;

import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamEncoder;
import java.nio.ByteBuffer;

/** Compresses with one context per connection and direction, flushed after each read. */
final class Streams implements Coder {
    private final StreamEncoder encoder;
    private final StreamDecoder decoder;

    Streams(StreamEncoder encoder, StreamDecoder decoder) {
        this.encoder = encoder;
        this.decoder = decoder;
    }

    @Override
    public int maxLength(int length) {
        return encoder.maxFrameLength(length);
    }

    @Override
    public void startStream() {
        encoder.reset();
        decoder.reset();
    }

    @Override
    public void compress(ByteBuffer plain, ByteBuffer coded) {
        encoder.encode(plain, coded);
    }

    @Override
    public void uncompress(ByteBuffer coded, ByteBuffer plain) throws MalformedDataException {
        decoder.decode(coded, plain);
    }
}
