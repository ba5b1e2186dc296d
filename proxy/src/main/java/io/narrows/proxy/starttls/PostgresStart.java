package io.narrows.proxy.starttls;

import static io.narrows.proxy.starttls.PostgresPackets.CANCEL_REQUEST;
import static io.narrows.proxy.starttls.PostgresPackets.CODE_AT;
import static io.narrows.proxy.starttls.PostgresPackets.GSSENC_REQUEST;
import static io.narrows.proxy.starttls.PostgresPackets.HEAD_BYTES;
import static io.narrows.proxy.starttls.PostgresPackets.MAX_BYTES;
import static io.narrows.proxy.starttls.PostgresPackets.SSL_REQUEST;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Reads how a client of PostgreSQL begins TLS:
 *
 * <pre>
 *  client  GSSENCRequest          SSLRequest          ClientHello
 *  server                  'N'                 'S'
 *          \------ optional -----/
 *
 *  client  ClientHello    (direct TLS, from version 17 on)
 * </pre>
 *
 * <p>A client that sends more than a request before its answer arrives is refused: these bytes came in plain text, and must not
 * become part of the encrypted session (CVE-2021-23214). So is one that logs in without TLS.
 */
public final class PostgresStart implements TlsStartReader {
    private static final int HANDSHAKE = 0x16;

    private final DirectStart direct = new DirectStart();
    private final byte[] head = new byte[HEAD_BYTES];
    private int headBytes;
    private int bytesBehind;
    private boolean gssRefused;
    private boolean isDirect;

    @Override
    public Optional<TlsStart> read(ByteBuf bytes) throws RefusedStartException {
        if (isEmpty() && bytes.isReadable()) {
            isDirect = bytes.getUnsignedByte(bytes.readerIndex()) == HANDSHAKE;
        }
        if (isDirect) {
            return direct.read(bytes);
        }
        int length = Math.min(HEAD_BYTES - headBytes, bytes.readableBytes());
        bytes.getBytes(bytes.readerIndex(), head, headBytes, length);
        headBytes += length;
        bytesBehind += bytes.readableBytes() - length;
        return headBytes == HEAD_BYTES ? packet() : Optional.empty();
    }

    @Override
    public boolean isEmpty() {
        return headBytes == 0 && !gssRefused && direct.isEmpty();
    }

    private Optional<TlsStart> packet() throws RefusedStartException {
        int length = ByteBuffer.wrap(head).getInt();
        int code = ByteBuffer.wrap(head).getInt(CODE_AT);
        if (code == SSL_REQUEST && length == HEAD_BYTES) {
            requireNothingBehind("SSLRequest");
            return Optional.of(new TlsStart.SslRequest());
        }
        if (code == GSSENC_REQUEST && length == HEAD_BYTES && !gssRefused) {
            requireNothingBehind("GSSENCRequest");
            gssRefused = true;
            headBytes = 0;
            return Optional.of(new TlsStart.GssEncRequest());
        }
        boolean cancel = code == CANCEL_REQUEST;
        if (length < HEAD_BYTES || length > MAX_BYTES || !cancel && !PostgresPackets.isStartup(code)) {
            throw new RefusedStartException(
                    Failure.CLIENT_HELLO,
                    "a first packet of PostgreSQL with length " + Integer.toUnsignedString(length) + " and code "
                            + Integer.toUnsignedString(code) + " (expected: SSLRequest, 8 and " + SSL_REQUEST
                            + ", or TLS)");
        }
        if (HEAD_BYTES + bytesBehind < length) {
            return Optional.empty(); // a close with unread bytes could overtake the error
        }
        throw inPlainText(cancel);
    }

    private void requireNothingBehind(String request) throws RefusedStartException {
        if (bytesBehind > 0) {
            throw injected(bytesBehind, request);
        }
    }

    /** Returns the refusal of bytes that follow a request before its answer. */
    public static RefusedStartException injected(int bytes, String request) {
        return new RefusedStartException(
                Failure.STARTTLS_INJECTION,
                bytes + " bytes in plain text after " + request
                        + ", before its answer (expected: none; someone may have inserted them, CVE-2021-23214)");
    }

    private static RefusedStartException inPlainText(boolean cancel) {
        if (cancel) {
            return new RefusedStartException(
                    Failure.CLEAR_TEXT,
                    "a CancelRequest in plain text (expected: SSLRequest; libpq before version 17 cancels in plain text)");
        }
        return new RefusedStartException(
                Failure.CLEAR_TEXT,
                "a StartupMessage in plain text (expected: SSLRequest; set sslmode=verify-full in the client)",
                PostgresPackets.fatal(
                        "28000", "connection without TLS, which this address requires (set sslmode=verify-full)"));
    }
}
