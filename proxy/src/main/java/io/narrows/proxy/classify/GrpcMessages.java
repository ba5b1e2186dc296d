package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Watches what one side of a connection sends, and tells whether most of it is gRPC messages that the application has compressed
 * itself: another codec on top of them costs processor time and saves little. Each message has a prefix of five bytes that says
 * so (gRPC over HTTP/2, "Length-Prefixed-Message"):
 *
 * <pre>
 *  0                 1        5
 * +-----------------+--------+---------
 * | compressed flag | length | message
 * +-----------------+--------+---------
 * </pre>
 *
 * <p>Costs nothing but the look at frames' and messages' headers. It goes on while nothing is compressed here, so that a
 * change is noticed within {@value #SPAN_BYTES} bytes either way. What is no HTTP/2, or encrypted, is never found compressed.
 * Not thread-safe.
 */
public final class GrpcMessages {
    /** Bytes that are judged together. */
    private static final int SPAN_BYTES = 64 * 1024;

    /**
     * From this share on in compressed messages, what is left for another codec is headers. Streams of small messages stay below:
     * there those headers, and what messages share with each other, are worth compressing.
     */
    private static final double MOST = 0.9;

    /** Below this share the messages are no longer mostly compressed. */
    private static final double NO_LONGER = 0.75;

    /** Messages of other streams that may be cut at a time; of the streams above, nothing is known. */
    static final int MAX_CUT = 128;

    private final Http2Frames frames;
    private final Map<Integer, GrpcStream> cut = new LinkedHashMap<>();
    private GrpcStream current = new GrpcStream(0);
    private int highestForgotten;
    private long spanBytes;
    private long spanCompressed;
    private boolean compressed;

    /** @param side the one whose bytes are watched, from its first on */
    public GrpcMessages(Side side) {
        frames = new Http2Frames(side, new Http2Frames.Listener() {
            @Override
            public void data(int stream, ByteBuf bytes, int from, int length) {
                turnTo(stream);
                spanCompressed += current.compressedOf(bytes, from, length);
            }

            @Override
            public void ended(int stream) {
                forget(stream);
            }
        });
    }

    /** Whether most of what passed lately was in compressed messages. */
    public boolean compressed() {
        return compressed;
    }

    /** Looks at the next bytes, all of them in their order; the buffer's indexes stay as they are. */
    public void watch(ByteBuf bytes) {
        if (frames.lost()) {
            return;
        }
        frames.read(bytes);
        spanBytes += bytes.readableBytes();
        if (frames.lost()) {
            compressed = false;
            cut.clear();
        } else if (spanBytes >= SPAN_BYTES) {
            compressed = spanCompressed >= spanBytes * (compressed ? NO_LONGER : MOST);
            spanBytes = 0;
            spanCompressed = 0;
        }
    }

    /** Streams that are cut inside a message are kept; the others begin with a prefix wherever they go on. */
    private void turnTo(int stream) {
        if (current.id() == stream) {
            return;
        }
        if (current.insideMessage()) {
            cut.put(current.id(), current);
            forgetEldest();
        }
        GrpcStream kept = cut.remove(stream);
        if (kept != null) {
            current = kept;
        } else {
            current = stream <= highestForgotten ? GrpcStream.unknown(stream) : new GrpcStream(stream);
        }
    }

    private void forgetEldest() {
        if (cut.size() > MAX_CUT) {
            Iterator<Integer> eldest = cut.keySet().iterator();
            highestForgotten = Math.max(highestForgotten, eldest.next());
            eldest.remove();
        }
    }

    private void forget(int stream) {
        if (current.id() == stream) {
            current = new GrpcStream(0);
        } else {
            cut.remove(stream);
        }
    }

    /** Streams of which something is kept. */
    int cutMessages() {
        return cut.size();
    }
}
