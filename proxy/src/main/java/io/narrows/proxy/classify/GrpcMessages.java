package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Detects whether most of the traffic in one direction of a connection is gRPC messages that the application has
 * compressed itself: another codec on top would cost processor time and save little. A prefix of five bytes marks each
 * message (gRPC over HTTP/2, "Length-Prefixed-Message"):
 *
 * <pre>
 *  0                 1        5
 * +-----------------+--------+---------
 * | compressed flag | length | message
 * +-----------------+--------+---------
 * </pre>
 *
 * <p>Only reads the headers of frames and messages. Keeps watching while this side does not compress, so that a change
 * is noticed within {@value #SPAN_BYTES} bytes either way. Traffic other than HTTP/2, or encrypted traffic, is never
 * considered compressed. Not thread-safe.
 */
public final class GrpcMessages {
    /** Bytes that are judged together. */
    private static final int SPAN_BYTES = 64 * 1024;

    /**
     * Fraction of bytes in compressed messages from which only headers are left for another codec. Streams of small
     * messages stay below it: their headers, and content that messages have in common, are worth compressing.
     */
    private static final double MOST = 0.9;

    /** Fraction below which the messages are no longer mostly compressed. */
    private static final double NO_LONGER = 0.75;

    /** Maximum number of other streams remembered inside a message; the positions of further streams are unknown. */
    static final int MAX_CUT = 128;

    private final Http2Frames frames;
    private final Map<Integer, GrpcStream> cut = new LinkedHashMap<>();
    private GrpcStream current = new GrpcStream(0);
    private int highestForgotten;
    private long spanBytes;
    private long spanCompressed;
    private boolean compressed;

    /** @param side the side whose bytes are watched, from the first one */
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

    /** Returns whether most of the recent traffic was compressed messages. */
    public boolean compressed() {
        return compressed;
    }

    /** Examines the next bytes; all bytes must be passed in order. The buffer's indexes stay unchanged. */
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

    /** Switches to another stream. Streams inside a message are remembered; others continue with a prefix. */
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

    /** Returns the number of remembered streams. */
    int cutMessages() {
        return cut.size();
    }
}
