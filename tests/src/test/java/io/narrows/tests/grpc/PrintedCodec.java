package io.narrows.tests.grpc;

import io.grpc.Codec;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A codec that prints each message that arrives, as a {@link ReceivedMessage}. */
final class PrintedCodec implements Codec {
    private final Codec codec;

    PrintedCodec(Codec codec) {
        this.codec = codec;
    }

    @Override
    public String getMessageEncoding() {
        return codec.getMessageEncoding();
    }

    @Override
    public OutputStream compress(OutputStream out) throws IOException {
        return codec.compress(out);
    }

    @Override
    public InputStream decompress(InputStream in) throws IOException {
        byte[] packed = in.readAllBytes();
        byte[] message = codec.decompress(new ByteArrayInputStream(packed)).readAllBytes();
        System.out.println(ReceivedMessage.of(message, packed.length).toLine());
        return new ByteArrayInputStream(message);
    }
}
