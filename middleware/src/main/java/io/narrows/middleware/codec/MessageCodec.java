package io.narrows.middleware.codec;

import io.grpc.Codec;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A codec of gRPC messages. Safe for use by many threads; its streams are not.
 *
 * <p>A message is decoded completely when gRPC asks for its stream, not when a marshaller reads it. A failure in a
 * marshaller reaches the other side as UNKNOWN from a server and as CANCELLED from a client (grpc-java 1.83); a failure here
 * keeps its own status: INTERNAL for a damaged message, RESOURCE_EXHAUSTED for one beyond the limits. It ends the call,
 * never the connection. If the codec has no separate limit, the part of a message beyond its first 4 MiB is decoded when the
 * marshaller reads it ({@link GrowingMessage}).
 */
abstract class MessageCodec implements Codec {
    private final String encoding;
    private final DecodingLimits limits;

    MessageCodec(String encoding, DecodingLimits limits) {
        this.encoding = encoding;
        this.limits = limits;
    }

    @Override
    public final String getMessageEncoding() {
        return encoding;
    }

    final DecodingLimits limits() {
        return limits;
    }

    /** Returns a stream that compresses at the level of {@link CurrentSpec}; closing it ends the message. */
    @Override
    public abstract OutputStream compress(OutputStream out) throws IOException;

    /** @throws io.grpc.StatusRuntimeException INTERNAL or RESOURCE_EXHAUSTED; the compressed stream is closed in any case */
    @Override
    public final InputStream decompress(InputStream compressed) {
        try (InputStream in = compressed) {
            return limits.followService() ? GrowingMessage.open(this, in) : decodeAll(in);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private InputStream decodeAll(InputStream compressed) throws IOException {
        CompressedMessage message = new CompressedMessage(compressed, encoding);
        DecodedMessage decoded = new DecodedMessage(message.probableLength(), limits.maxMessageBytes());
        decode(message, decoded);
        return decoded.open();
    }

    /** Returns the status of a call whose message cannot be decoded: RESOURCE_EXHAUSTED, or INTERNAL for a damaged one. */
    final StatusRuntimeException failure(IOException cause) {
        if (cause instanceof LimitExceededException) {
            return Status.RESOURCE_EXHAUSTED
                    .withDescription(encoding + " message: " + cause.getMessage())
                    .asRuntimeException();
        }
        return Status.INTERNAL
                .withDescription(encoding + " message is damaged: " + cause.getMessage())
                .withCause(cause)
                .asRuntimeException();
    }

    /**
     * Decodes a whole message.
     *
     * @throws LimitExceededException if it exceeds the limits
     * @throws IOException if it is damaged
     */
    abstract void decode(CompressedMessage message, DecodedMessage decoded) throws IOException;
}
