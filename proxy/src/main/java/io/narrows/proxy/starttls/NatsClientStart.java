package io.narrows.proxy.starttls;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * Reads how a NATS client or leaf node continues after INFO: its first byte must begin TLS.
 *
 * <pre>
 *   0
 *  +------+-----------------+
 *  | 0x16 | ...             |   ClientHello
 *  +------+-----------------+
 *  | C    | ONNECT {...}\r\n |   a login in plain text: refused once it is read to its end
 *  +------+-----------------+
 * </pre>
 */
public final class NatsClientStart {
    /** The longest line that a server takes by default (max_control_line). */
    static final int MAX_LOGIN = 4096;

    private static final int HANDSHAKE = 0x16;
    private static final byte[] ERROR =
            "-ERR 'Secure Connection - TLS Required'\r\n".getBytes(StandardCharsets.US_ASCII);

    private int loginBytes;

    /**
     * Continues with the next bytes, of which it takes those of a login in plain text.
     *
     * @return whether TLS begins with them
     * @throws RefusedStartException if the client sends anything else
     */
    public boolean read(ByteBuf bytes) throws RefusedStartException {
        if (!bytes.isReadable()) {
            return false;
        }
        int first = bytes.getUnsignedByte(bytes.readerIndex());
        if (loginBytes == 0 && first == HANDSHAKE) {
            return true;
        }
        if (loginBytes == 0 && first != 'C' && first != 'c') {
            throw new RefusedStartException(
                    Failure.CLIENT_HELLO,
                    "after INFO, the first byte is 0x%02x (expected: 0x16, a TLS handshake)".formatted(first));
        }
        readLogin(bytes);
        return false;
    }

    /** Reads a login to its end before it is refused: a close with unread bytes could overtake the error. */
    private void readLogin(ByteBuf bytes) throws RefusedStartException {
        boolean ends = bytes.indexOf(bytes.readerIndex(), bytes.writerIndex(), (byte) '\n') >= 0;
        loginBytes += bytes.readableBytes();
        bytes.skipBytes(bytes.readableBytes());
        if (ends || loginBytes >= MAX_LOGIN) {
            throw new RefusedStartException(
                    Failure.CLEAR_TEXT,
                    "CONNECT in plain text after INFO (expected: TLS; use tls:// in the remote of the leaf node, or in the"
                            + " client)",
                    ERROR);
        }
    }
}
