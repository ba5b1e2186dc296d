package io.narrows.proxy.tls;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads the ClientHello at the beginning of a connection (RFC 8446, sections 4.1.2 and 5.1). TLS may divide it into records,
 * and the network these into segments:
 *
 * <pre>
 *  record:    0      1          2       3        5
 *            +------+----------+-------+--------+---------+
 *            | 0x16 | 0x03     | minor | length | payload |   once or more
 *            +------+----------+-------+--------+---------+
 *  message,   0      1        4
 *  in the    +------+--------+------+
 *  payloads: | 0x01 | length | body |
 *            +------+--------+------+
 * </pre>
 */
public final class ClientHelloReader {
    /** The most bytes of payload that a ClientHello may have. */
    public static final int MAX_BYTES = 16 * 1024;

    private static final int HANDSHAKE = 0x16;
    private static final int MAJOR = 3;
    private static final int CLIENT_HELLO = 1;
    private static final int RECORD_HEADER = 5;
    private static final int MESSAGE_HEADER = 4;
    private static final int FIRST_SIZE = 1024;

    private byte[] message = new byte[FIRST_SIZE];
    private int messageBytes;
    private int headerBytes;
    private int recordLength;
    private int recordLeft;

    /**
     * Continues with the next bytes of the connection, which it leaves unread.
     *
     * @return the ClientHello once it is complete; then this reader must not be used again
     * @throws BadClientHelloException if the connection begins with anything else
     */
    public Optional<ClientHello> read(ByteBuf bytes) throws BadClientHelloException {
        for (int at = bytes.readerIndex(); at < bytes.writerIndex(); ) {
            if (recordLeft == 0) {
                header(bytes.getUnsignedByte(at));
                at++;
                continue;
            }
            int length = Math.min(recordLeft, bytes.writerIndex() - at);
            int room = Math.min(length, MAX_BYTES - messageBytes);
            append(bytes, at, room);
            if (messageBytes >= MESSAGE_HEADER && messageBytes - MESSAGE_HEADER >= bodyLength()) {
                return Optional.of(ClientHelloBody.parse(message, MESSAGE_HEADER, MESSAGE_HEADER + bodyLength()));
            }
            if (room < length) {
                throw tooLong(messageBytes + 1);
            }
            at += length;
            recordLeft -= length;
        }
        return Optional.empty();
    }

    /** Returns whether nothing was read yet. */
    public boolean isEmpty() {
        return headerBytes == 0 && recordLeft == 0 && messageBytes == 0;
    }

    private void header(int next) throws BadClientHelloException {
        if (headerBytes == 0 && next != HANDSHAKE) {
            throw new BadClientHelloException(
                    "the first byte is 0x%02x (expected: 0x16, a TLS handshake)".formatted(next));
        }
        if (headerBytes == 1 && next != MAJOR) {
            throw new BadClientHelloException("version %d of TLS records (expected: 3)".formatted(next));
        }
        if (headerBytes >= 3) {
            recordLength = recordLength << 8 | next;
        }
        headerBytes++;
        if (headerBytes == RECORD_HEADER) {
            if (recordLength == 0 || recordLength > MAX_BYTES) {
                throw new BadClientHelloException(
                        "a TLS record of " + recordLength + " bytes (expected: 1 to " + MAX_BYTES + ")");
            }
            recordLeft = recordLength;
            recordLength = 0;
            headerBytes = 0;
        }
    }

    private void append(ByteBuf bytes, int at, int length) throws BadClientHelloException {
        if (messageBytes + length > message.length) {
            message = Arrays.copyOf(message, Math.min(MAX_BYTES, Math.max(2 * message.length, messageBytes + length)));
        }
        bytes.getBytes(at, message, messageBytes, length);
        messageBytes += length;
        if (messageBytes > 0 && message[0] != CLIENT_HELLO) {
            throw new BadClientHelloException(
                    "a handshake message of type " + (message[0] & 0xff) + " (expected: 1, a ClientHello)");
        }
        if (messageBytes >= MESSAGE_HEADER && bodyLength() > MAX_BYTES - MESSAGE_HEADER) {
            throw tooLong(bodyLength() + MESSAGE_HEADER);
        }
    }

    private int bodyLength() {
        return (message[1] & 0xff) << 16 | (message[2] & 0xff) << 8 | message[3] & 0xff;
    }

    private static BadClientHelloException tooLong(int bytes) {
        return new BadClientHelloException(
                "a ClientHello of " + bytes + " bytes (expected: at most " + MAX_BYTES + ")");
    }
}
