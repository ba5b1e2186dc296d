package io.narrows.unpack.find;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One direction of an HTTP/2 connection, written frame by frame. */
final class Http2Bytes {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int END_STREAM = 1;
    static final int PADDED = 8;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    static Http2Bytes ofClient() {
        Http2Bytes direction = new Http2Bytes();
        direction.bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return direction.frame(SETTINGS, 0, 0, new byte[12]);
    }

    static Http2Bytes ofServer() {
        return new Http2Bytes().frame(SETTINGS, 0, 0, new byte[18]).frame(SETTINGS, 1, 0);
    }

    Http2Bytes frame(int type, int flags, int stream, byte... payload) {
        bytes.writeBytes(ByteBuffer.allocate(9)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .array());
        bytes.writeBytes(payload);
        return this;
    }

    Http2Bytes data(int stream, byte... payload) {
        return frame(DATA, 0, stream, payload);
    }

    /** Writes a payload in several DATA frames. */
    Http2Bytes dataInFrames(int stream, byte[] payload, int longest) {
        for (int at = 0; at < payload.length; at += longest) {
            data(stream, Arrays.copyOfRange(payload, at, Math.min(payload.length, at + longest)));
        }
        return this;
    }

    /** Returns a message of gRPC with its prefix. */
    static byte[] message(boolean compressed, byte[] content) {
        return ByteBuffer.allocate(5 + content.length)
                .put((byte) (compressed ? 1 : 0))
                .putInt(content.length)
                .put(content)
                .array();
    }

    int length() {
        return bytes.size();
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
