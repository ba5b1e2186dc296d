package io.narrows.middleware;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The size of a method's messages before they are sent. Protobuf marshallers know it without serializing; for others the
 * previous message's size is used as an estimate. Safe for use by many threads.
 */
final class MessageSize {
    private volatile boolean told = true;
    private volatile long last = Long.MAX_VALUE;

    <T> long of(Marshaller<T> marshaller, T message) {
        if (!told) {
            return last;
        }
        try (InputStream stream = marshaller.stream(message)) {
            if (stream instanceof KnownLength) {
                return stream.available();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        told = false;
        return last;
    }

    /** Records the size of a sent message. */
    void sent(long size) {
        if (!told) {
            last = size;
        }
    }
}
