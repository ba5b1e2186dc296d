package io.narrows.node.peer;

import com.google.protobuf.MessageLite;
import io.narrows.node.peer.RefusedException.Reason;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a connection in each direction. The layout is the same in all versions, so any two can refuse each
 * other.
 *
 * <pre>
 *  0               4         6        8
 * +---------------+---------+--------+-----------+
 * | 4E 52 57 50   | version | length | protobuf  |
 * | "NRWP"        |         | ≤ 4096 |           |
 * +---------------+---------+--------+-----------+
 * </pre>
 *
 * @param version protocol version of the sender
 * @param body a {@code Hello} from the dialing side, a {@code HelloAnswer} from the accepting side
 */
record Greeting(int version, byte[] body) {
    /** Protocol version of this member. */
    static final int VERSION = 1;

    private static final byte[] MAGIC = {'N', 'R', 'W', 'P'};
    private static final byte[] HTTP2_PREFACE = "PRI * HTTP/2.0".getBytes(StandardCharsets.US_ASCII);
    private static final int HTTP2_HEADER_BYTES = 9;
    private static final int HTTP2_SETTINGS = 4;
    private static final int HTTP2_GOAWAY = 7;
    private static final int HEADER_BYTES = 8;
    private static final int MAX_BODY_BYTES = 4096;

    static ByteBuf write(ByteBufAllocator allocator, int version, MessageLite body) {
        byte[] bytes = body.toByteArray();
        return allocator
                .buffer(HEADER_BYTES + bytes.length)
                .writeBytes(MAGIC)
                .writeShort(version)
                .writeShort(bytes.length)
                .writeBytes(bytes);
    }

    /**
     * Reads a greeting.
     *
     * @return null if more bytes are needed; in that case, nothing is consumed
     * @throws RefusedException if the bytes are not a greeting
     */
    static @Nullable Greeting read(ByteBuf in) throws RefusedException {
        if (!startsWith(in, MAGIC)) {
            refuseForeign(in);
            return null;
        }
        int start = in.readerIndex();
        if (in.readableBytes() < HEADER_BYTES) {
            return null;
        }
        int length = in.getUnsignedShort(start + 6);
        if (length > MAX_BODY_BYTES) {
            throw new RefusedException(
                    Reason.OTHER_PROTOCOL,
                    "invalid greeting length: " + length + " (expected: 0 to " + MAX_BODY_BYTES + ")");
        }
        if (in.readableBytes() < HEADER_BYTES + length) {
            return null;
        }
        int version = in.getUnsignedShort(start + 4);
        byte[] body = new byte[length];
        in.skipBytes(HEADER_BYTES).readBytes(body);
        return new Greeting(version, body);
    }

    /**
     * Throws if the bytes are a frame of HTTP/2 or its preface, or another protocol; returns if more bytes are needed
     * to tell.
     */
    private static void refuseForeign(ByteBuf in) throws RefusedException {
        boolean whole = in.readableBytes() >= HTTP2_HEADER_BYTES;
        if (whole && (startsWith(in, HTTP2_PREFACE) || isFirstHttp2Frame(in))) {
            throw new RefusedException(Reason.EARLIER_STORE, "the peer speaks HTTP/2");
        }
        boolean maybe = startsWith(in, HTTP2_PREFACE) || in.getByte(in.readerIndex()) == 0;
        if (whole || !maybe) {
            throw new RefusedException(Reason.OTHER_PROTOCOL, "the peer speaks an unknown protocol");
        }
    }

    /** Matches SETTINGS or GOAWAY on stream 0, the first frame of a server. */
    private static boolean isFirstHttp2Frame(ByteBuf in) {
        int start = in.readerIndex();
        int type = in.getByte(start + 3);
        return in.getByte(start) == 0 && (type == HTTP2_SETTINGS || type == HTTP2_GOAWAY) && in.getInt(start + 5) == 0;
    }

    /** Compares as many bytes as have arrived. */
    private static boolean startsWith(ByteBuf in, byte[] expected) {
        int compared = Math.min(in.readableBytes(), expected.length);
        for (int i = 0; i < compared; i++) {
            if (in.getByte(in.readerIndex() + i) != expected[i]) {
                return false;
            }
        }
        return true;
    }
}
