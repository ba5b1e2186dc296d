package io.narrows.testkit;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** A marshaller of byte arrays. */
public enum BytesMarshaller implements Marshaller<byte[]> {
    /** Reports the size of a message before it is sent, as protobuf's messages do. */
    KNOWN_LENGTH,
    UNKNOWN_LENGTH;

    private static final class Known extends ByteArrayInputStream implements KnownLength {
        Known(byte[] bytes) {
            super(bytes);
        }
    }

    @Override
    public InputStream stream(byte[] message) {
        return this == KNOWN_LENGTH ? new Known(message) : new ByteArrayInputStream(message);
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
