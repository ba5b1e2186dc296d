package io.narrows.proxy.starttls;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The packets of MySQL and MariaDB before TLS (protocol 4.1, "Connection Phase"), numbers little-endian:
 *
 * <pre>
 *               0        3        4
 *              +--------+--------+---------+
 *  packet:     | length | number | payload |
 *              +--------+--------+---------+
 *
 *  payloads:
 *              +----+---------+---+-----------+------------+---+---------+-----+
 *  greeting:   | 10 | version | 0 | thread, 4 | scramble, 8| 0 | flags, 2| ... |     number 0
 *              +----+---------+---+-----------+------------+---+---------+-----+
 *               0          4                    8               9         32
 *              +----------+--------------------+---------------+---------+
 *  SSLRequest: | flags, 4 | largest packet, 4  | character set | filler  |           number 1
 *              +----------+--------------------+---------------+---------+
 *  login:      as SSLRequest, then user, password...
 *              +------+---------+-----+----------+---------+
 *  error:      | 0xff | code, 2 | '#' | state, 5 | message |
 *              +------+---------+-----+----------+---------+
 * </pre>
 */
final class MySqlPackets {
    static final int HEADER_BYTES = 4;
    static final int NUMBER_AT = 3;
    static final int PROTOCOL = 10;
    static final int ERROR = 0xff;
    static final int REQUEST_PAYLOAD = 32;
    static final int CLIENT_PROTOCOL_41 = 1 << 9;
    static final int CLIENT_SSL = 1 << 11;

    private static final int STATE_BYTES = 5;

    private MySqlPackets() {}

    /** Returns the length of a packet's payload. */
    static int length(byte[] header) {
        return header[0] & 0xff | (header[1] & 0xff) << 8 | (header[2] & 0xff) << 16;
    }

    /** @param state of five characters */
    static byte[] error(int number, int code, String state, String message) {
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        int length = 1 + Short.BYTES + 1 + STATE_BYTES + text.length;
        return ByteBuffer.allocate(HEADER_BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number << 24 | length)
                .put((byte) ERROR)
                .putShort((short) code)
                .put((byte) '#')
                .put(state.getBytes(StandardCharsets.US_ASCII))
                .put(text)
                .array();
    }
}
