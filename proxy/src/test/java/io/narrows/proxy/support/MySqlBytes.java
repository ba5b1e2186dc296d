package io.narrows.proxy.support;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Packets of MySQL before TLS, byte by byte. */
public final class MySqlBytes {
    public static final int CLIENT_PROTOCOL_41 = 0x200;
    public static final int CLIENT_SSL = 0x800;

    private MySqlBytes() {}

    /** Returns a packet with a payload. */
    public static byte[] packet(int number, byte[] payload) {
        return ByteBuffer.allocate(4 + payload.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number << 24 | payload.length)
                .put(payload)
                .array();
    }

    /** Returns a greeting of protocol 10 with these flags. */
    public static byte[] greeting(int flags) {
        byte[] version = "10.11.19-MariaDB".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer payload = ByteBuffer.allocate(1 + version.length + 1 + 4 + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 10 + 13 + 22)
                .order(ByteOrder.LITTLE_ENDIAN);
        payload.put((byte) 10)
                .put(version)
                .put((byte) 0)
                .putInt(7)
                .put(new byte[8])
                .put((byte) 0);
        payload.putShort((short) flags).put((byte) 45).putShort((short) 2).putShort((short) (flags >>> 16));
        payload.put((byte) 21).put(new byte[10]).put(new byte[13]);
        payload.put("mysql_native_password\0".getBytes(StandardCharsets.US_ASCII));
        return packet(0, payload.array());
    }

    /** Returns a client's SSLRequest with these flags. */
    public static byte[] request(int flags) {
        return packet(1, start(flags, 32));
    }

    /** Returns a client's login with these flags, as far as a password is not concerned. */
    public static byte[] login(int flags) {
        return packet(1, start(flags, 60));
    }

    private static byte[] start(int flags, int size) {
        return ByteBuffer.allocate(size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(flags)
                .putInt(1 << 24)
                .put((byte) 45)
                .array();
    }
}
