package io.narrows.proxy.classify;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.CharsetUtil;
import java.util.Arrays;

/** The bytes of one side of an HTTP/2 connection, frame by frame. */
final class Http2Bytes {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int END_STREAM = 1;
    static final int PADDED = 8;
    private static final int MAX_FRAME = 16 * 1024;

    private final ByteBuf bytes = Unpooled.buffer();

    /** Returns the bytes of the connecting side. */
    static Http2Bytes client() {
        Http2Bytes client = new Http2Bytes();
        client.bytes.writeCharSequence("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", CharsetUtil.US_ASCII);
        return client.frame(SETTINGS, 0, 0, new byte[12]);
    }

    static Http2Bytes server() {
        return new Http2Bytes().frame(SETTINGS, 0, 0, new byte[6]);
    }

    Http2Bytes frame(int type, int flags, int stream, byte[] payload) {
        bytes.writeMedium(payload.length).writeByte(type).writeByte(flags).writeInt(stream);
        bytes.writeBytes(payload);
        return this;
    }

    /** Adds a call's message in as many frames as needed. */
    Http2Bytes message(int stream, boolean compressed, int length) {
        byte[] prefixed = prefixed(compressed, length);
        for (int at = 0; at < prefixed.length; at += MAX_FRAME) {
            int end = Math.min(prefixed.length, at + MAX_FRAME);
            frame(DATA, 0, stream, Arrays.copyOfRange(prefixed, at, end));
        }
        return this;
    }

    /** Adds a call's message in one frame with padding. */
    Http2Bytes padded(int stream, boolean compressed, int length, int padding) {
        byte[] prefixed = prefixed(compressed, length);
        ByteBuf payload = Unpooled.buffer().writeByte(padding).writeBytes(prefixed);
        payload.writeZero(padding);
        byte[] all = new byte[payload.readableBytes()];
        payload.readBytes(all);
        return frame(DATA, PADDED, stream, all);
    }

    static byte[] prefixed(boolean compressed, int length) {
        byte[] message = new byte[5 + length];
        Unpooled.wrappedBuffer(message).clear().writeByte(compressed ? 1 : 0).writeInt(length);
        return message;
    }

    /** Removes and returns all bytes, as if from one read. */
    ByteBuf take() {
        ByteBuf all = bytes.copy();
        bytes.clear();
        return all;
    }
}
