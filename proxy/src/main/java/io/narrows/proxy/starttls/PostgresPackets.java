package io.narrows.proxy.starttls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The packets before the login of PostgreSQL (protocol 3, "Message Formats"), numbers big-endian:
 *
 * <pre>
 *                    0        4               8
 *                   +--------+---------------+
 *  SSLRequest:      | 8      | 80877103      |
 *  GSSENCRequest:   | 8      | 80877104      |
 *  CancelRequest:   | 16     | 80877102      | process, key
 *  StartupMessage:  | length | 3 &lt;&lt; 16 | ... | names and values, each ended by a zero
 *                   +--------+---------------+
 *
 *                    0     1        5
 *                   +-----+--------+------------------------------------------------+
 *  ErrorResponse:   | 'E' | length | fields: a letter and a text, ended by a zero; 0 |
 *                   +-----+--------+------------------------------------------------+
 *
 *  answer to SSLRequest and GSSENCRequest: one byte, 'S' or 'N'
 * </pre>
 */
public final class PostgresPackets {
    static final int HEAD_BYTES = 8;
    static final int CODE_AT = 4;
    static final int CANCEL_REQUEST = 80877102;
    static final int SSL_REQUEST = 80877103;
    static final int GSSENC_REQUEST = 80877104;

    /** The longest StartupMessage that a server takes. */
    static final int MAX_BYTES = 10_000;

    private static final byte YES = 'S';
    private static final byte NO = 'N';

    private PostgresPackets() {}

    /** Returns the client's request for TLS. */
    public static byte[] sslRequest() {
        return ByteBuffer.allocate(HEAD_BYTES)
                .putInt(HEAD_BYTES)
                .putInt(SSL_REQUEST)
                .array();
    }

    /** Returns the answer after which TLS begins. */
    public static byte[] yes() {
        return new byte[] {YES};
    }

    /** Returns the answer that refuses what was asked for; the connection goes on. */
    public static byte[] no() {
        return new byte[] {NO};
    }

    static boolean isYes(int answer) {
        return answer == YES;
    }

    static boolean isNo(int answer) {
        return answer == NO;
    }

    /** Returns whether a code is the version of a StartupMessage, of this protocol or an older one. */
    static boolean isStartup(int code) {
        int major = code >>> 16;
        return major >= 1 && major <= 3;
    }

    /** Returns an error that ends the connection. */
    static byte[] fatal(String sqlState, String message) {
        byte[] fields = ("SFATAL\0VFATAL\0C" + sqlState + "\0M" + message + "\0\0").getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + Integer.BYTES + fields.length)
                .put((byte) 'E')
                .putInt(Integer.BYTES + fields.length)
                .put(fields)
                .array();
    }
}
