package io.narrows.middleware;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A marshaller of byte arrays, whose size is known before they are sent, like protobuf's. */
final class Bytes implements Marshaller<byte[]> {
    private static final class Known extends ByteArrayInputStream implements KnownLength {
        Known(byte[] bytes) {
            super(bytes);
        }
    }

    @Override
    public InputStream stream(byte[] message) {
        return new Known(message);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
