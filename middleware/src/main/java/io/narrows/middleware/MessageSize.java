package io.narrows.middleware;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The size of a method's messages before they are sent. Marshallers of protobuf tell it without serializing; where another one
 * does not, the message before is taken for this one. Safe for use by many threads.
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

    /** A message of this size was sent. */
    void sent(long size) {
        if (!told) {
            last = size;
        }
    }
}
