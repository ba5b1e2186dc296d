package io.narrows.middleware.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * The stream of a message that is limited by gRPC's {@code maxInboundMessageSize} alone. gRPC does not pass that limit to
 * codecs; it counts the bytes read from this stream and stops beyond the limit. A message is therefore decoded up to a
 * separate bound; when the reader reaches it, the message is decoded again up to twice as far. Holds at most four times the
 * limit of the channel or server, or 4 MiB if that is more. Not thread-safe.
 */
final class GrowingMessage extends InputStream {
    private static final int FIRST_BOUND = 4 << 20;

    /** Messages with a lower ratio are decoded once. */
    private static final int PROBABLE_RATIO = 4;

    private final MessageCodec codec;
    private final byte[] compressed;
    private InputStream decoded;
    private int bound;
    private int delivered;
    private boolean whole;

    private GrowingMessage(MessageCodec codec, byte[] compressed, InputStream decoded, int bound) {
        this.codec = codec;
        this.compressed = compressed;
        this.decoded = decoded;
        this.bound = bound;
    }

    /**
     * Decodes a message, or the beginning of a large one.
     *
     * @throws LimitExceededException if even the beginning exceeds the bound
     * @throws IOException if the message is damaged
     */
    static InputStream open(MessageCodec codec, InputStream compressed) throws IOException {
        InputStream source =
                compressed.markSupported() ? compressed : new ByteArrayInputStream(compressed.readAllBytes());
        source.mark(Integer.MAX_VALUE);
        long probable = (long) PROBABLE_RATIO * source.available();
        int bound = (int) Math.min(DecodingLimits.MOST_BYTES, Math.max(FIRST_BOUND, probable));
        DecodedMessage decoded = new DecodedMessage((int) Math.min(bound, probable), bound);
        try {
            codec.decode(new CompressedMessage(source, codec.getMessageEncoding()), decoded);
            return decoded.open();
        } catch (LimitExceededException e) {
            if (decoded.length() == 0) {
                throw e;
            }
            source.reset();
            return new GrowingMessage(codec, source.readAllBytes(), decoded.open(), bound);
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    /** @throws io.grpc.StatusRuntimeException if the rest of the message is damaged or beyond all limits */
    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int count = decoded.read(into, from, length);
        while (count < 0 && !whole) {
            grow();
            count = decoded.read(into, from, length);
        }
        delivered += Math.max(0, count);
        return count;
    }

    @Override
    public int available() throws IOException {
        return decoded.available();
    }

    private void grow() {
        decoded = InputStream.nullInputStream();
        bound = Math.min(DecodingLimits.MOST_BYTES, 2 * bound);
        DecodedMessage longer = new DecodedMessage(bound, bound);
        try {
            codec.decode(
                    new CompressedMessage(new ByteArrayInputStream(compressed), codec.getMessageEncoding()), longer);
            whole = true;
        } catch (LimitExceededException e) {
            if (longer.length() <= delivered) {
                throw codec.failure(e);
            }
        } catch (IOException e) {
            throw codec.failure(e);
        }
        decoded = longer.open();
        try {
            decoded.skipNBytes(delivered);
        } catch (IOException e) {
            throw codec.failure(e);
        }
    }
}
