package io.narrows.proxy.support;

import java.nio.ByteBuffer;

/** ClientHellos, byte by byte. */
public final class ClientHellos {
    private ClientHellos() {}

    /** Returns a ClientHello in one record. */
    public static byte[] of(int version, byte[] extensions) {
        ByteBuffer body = ByteBuffer.allocate(2 + 32 + 1 + 2 + 2 + 2 + 2 + extensions.length);
        body.putShort((short) version).put(new byte[32]).put((byte) 0);
        body.putShort((short) 2).putShort((short) 0x1301).put((byte) 1).put((byte) 0);
        body.putShort((short) extensions.length).put(extensions);
        return records(message(body.array()), 1 << 14);
    }

    /** Returns a handshake message of the type of a ClientHello. */
    public static byte[] message(byte[] body) {
        ByteBuffer message = ByteBuffer.allocate(4 + body.length);
        message.putInt(1 << 24 | body.length).put(body);
        return message.array();
    }

    /** Returns an extension. */
    public static byte[] extension(int type, byte[] data) {
        return ByteBuffer.allocate(4 + data.length)
                .putShort((short) type)
                .putShort((short) data.length)
                .put(data)
                .array();
    }

    /** Divides a message into records. */
    public static byte[] records(byte[] message, int size) {
        int records = (message.length + size - 1) / size;
        ByteBuffer bytes = ByteBuffer.allocate(message.length + 5 * records);
        for (int at = 0; at < message.length; at += size) {
            int length = Math.min(size, message.length - at);
            bytes.put((byte) 0x16)
                    .putShort((short) 0x0301)
                    .putShort((short) length)
                    .put(message, at, length);
        }
        return bytes.array();
    }
}
