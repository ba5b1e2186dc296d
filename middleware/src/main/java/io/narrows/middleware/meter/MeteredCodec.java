package io.narrows.middleware.meter;

import io.narrows.codec.Codec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A codec that counts its work in the stream on whose behalf it runs. */
public final class MeteredCodec implements io.grpc.Codec {
    private final io.grpc.Codec messages;
    private final Codec codec;

    /** @param codec the codec in metrics */
    public MeteredCodec(io.grpc.Codec messages, Codec codec) {
        this.messages = messages;
        this.codec = codec;
    }

    @Override
    public String getMessageEncoding() {
        return messages.getMessageEncoding();
    }

    @Override
    public OutputStream compress(OutputStream out) throws IOException {
        StreamCount stream = StreamCount.current();
        OutputStream compressed = messages.compress(out);
        return stream == null ? compressed : stream.compressing(codec, compressed);
    }

    @Override
    public InputStream decompress(InputStream in) throws IOException {
        StreamCount stream = StreamCount.current();
        return stream == null ? messages.decompress(in) : stream.decompress(codec, messages, in);
    }
}
