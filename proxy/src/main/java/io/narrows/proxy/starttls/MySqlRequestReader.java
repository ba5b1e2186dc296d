package io.narrows.proxy.starttls;

import static io.narrows.proxy.starttls.MySqlPackets.CLIENT_PROTOCOL_41;
import static io.narrows.proxy.starttls.MySqlPackets.CLIENT_SSL;
import static io.narrows.proxy.starttls.MySqlPackets.HEADER_BYTES;
import static io.narrows.proxy.starttls.MySqlPackets.NUMBER_AT;
import static io.narrows.proxy.starttls.MySqlPackets.REQUEST_PAYLOAD;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Reads the SSLRequest of a client of MySQL or MariaDB, which follows the server's greeting. TLS begins with the next byte. A
 * client that logs in without TLS is refused.
 */
public final class MySqlRequestReader {
    /** The size of the packet. */
    public static final int BYTES = HEADER_BYTES + REQUEST_PAYLOAD;

    private static final int FLAGS_END = HEADER_BYTES + Integer.BYTES;
    private static final int MAX_LOGIN = 1 << 16;
    private static final int ER_SECURE_TRANSPORT_REQUIRED = 3159;

    private final byte[] packet = new byte[BYTES];
    private int size;
    private int loginLeft = -1;

    /**
     * Continues with the next bytes, and takes those of the packet.
     *
     * @return the whole packet
     * @throws RefusedStartException if the client begins with anything else
     */
    public Optional<byte[]> read(ByteBuf bytes) throws RefusedStartException {
        take(bytes, HEADER_BYTES);
        if (size == HEADER_BYTES) {
            checkHeader();
        }
        take(bytes, FLAGS_END);
        if (size < FLAGS_END) {
            return Optional.empty();
        }
        if (loginLeft >= 0 || size == FLAGS_END && !asksForTls()) {
            readLogin(bytes);
            return Optional.empty();
        }
        take(bytes, BYTES);
        return size == BYTES ? Optional.of(packet) : Optional.empty();
    }

    private void take(ByteBuf bytes, int end) {
        int length = Math.min(bytes.readableBytes(), end - size);
        if (length > 0) {
            bytes.readBytes(packet, size, length);
            size += length;
        }
    }

    private void checkHeader() throws RefusedStartException {
        int length = MySqlPackets.length(packet);
        if (packet[NUMBER_AT] != 1 || length < REQUEST_PAYLOAD || length > MAX_LOGIN) {
            throw new RefusedStartException(
                    Failure.CLIENT_HELLO,
                    "a packet of MySQL with length " + length + " and number " + (packet[NUMBER_AT] & 0xff)
                            + " (expected: SSLRequest, " + REQUEST_PAYLOAD + " and 1)");
        }
    }

    private boolean asksForTls() throws RefusedStartException {
        int flags = ByteBuffer.wrap(packet).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER_BYTES);
        if ((flags & CLIENT_SSL) == 0) {
            return false;
        }
        int length = MySqlPackets.length(packet);
        if ((flags & CLIENT_PROTOCOL_41) == 0 || length != REQUEST_PAYLOAD) {
            throw new RefusedStartException(
                    Failure.CLIENT_HELLO,
                    "a request for TLS with flags 0x%08x and %d bytes (expected: SSLRequest of protocol 4.1, %d bytes)"
                            .formatted(flags, length, REQUEST_PAYLOAD));
        }
        return true;
    }

    /** Reads a login to its end before it is refused: a close with unread bytes could overtake the error. */
    private void readLogin(ByteBuf bytes) throws RefusedStartException {
        if (loginLeft < 0) {
            loginLeft = MySqlPackets.length(packet) - Integer.BYTES;
        }
        loginLeft -= Math.min(loginLeft, bytes.readableBytes());
        bytes.skipBytes(bytes.readableBytes());
        if (loginLeft == 0) {
            throw new RefusedStartException(
                    Failure.CLEAR_TEXT,
                    "a login in plain text (expected: SSLRequest; set MASTER_SSL=1 in the replica, or --ssl in the client)",
                    MySqlPackets.error(
                            2,
                            ER_SECURE_TRANSPORT_REQUIRED,
                            "HY000",
                            "connection without TLS, which this address requires"));
        }
    }
}
