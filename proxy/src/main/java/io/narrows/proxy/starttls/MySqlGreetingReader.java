package io.narrows.proxy.starttls;

import static io.narrows.proxy.starttls.MySqlPackets.CLIENT_SSL;
import static io.narrows.proxy.starttls.MySqlPackets.ERROR;
import static io.narrows.proxy.starttls.MySqlPackets.HEADER_BYTES;
import static io.narrows.proxy.starttls.MySqlPackets.NUMBER_AT;
import static io.narrows.proxy.starttls.MySqlPackets.PROTOCOL;

import io.narrows.proxy.link.Printable;
import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads the greeting of a MySQL or MariaDB server, and checks that the server offers TLS. */
public final class MySqlGreetingReader {
    /** The most bytes that the packet may have. */
    public static final int MAX_BYTES = 1024;

    private static final int THREAD_SCRAMBLE_ZERO = 4 + 8 + 1;
    private static final int STATE_BYTES = 6;

    private final byte[] packet = new byte[MAX_BYTES];
    private int size;

    /**
     * Continues with the next bytes, which it takes.
     *
     * @return the whole packet
     * @throws RefusedStartException if the server sends anything else or does not offer TLS, as part of a sentence about it
     */
    public Optional<byte[]> read(ByteBuf bytes) throws RefusedStartException {
        int length = Math.min(bytes.readableBytes(), packet.length - size);
        bytes.readBytes(packet, size, length);
        size += length;
        if (size < HEADER_BYTES) {
            return Optional.empty();
        }
        int end = HEADER_BYTES + MySqlPackets.length(packet);
        if (packet[NUMBER_AT] != 0 || end == HEADER_BYTES || end > MAX_BYTES) {
            throw refused("it began with a packet of " + (end - HEADER_BYTES) + " bytes and number "
                    + (packet[NUMBER_AT] & 0xff) + " (expected: a greeting of at most " + (MAX_BYTES - HEADER_BYTES)
                    + " bytes, number 0; is it MySQL or MariaDB?)");
        }
        if (size + bytes.readableBytes() > end) {
            throw refused("it sent " + (size + bytes.readableBytes() - end)
                    + " bytes after its greeting, before TLS (expected: none; someone may have inserted them)");
        }
        if (size < end) {
            return Optional.empty();
        }
        check(ByteBuffer.wrap(packet, HEADER_BYTES, size - HEADER_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN));
        return Optional.of(Arrays.copyOf(packet, size));
    }

    private static void check(ByteBuffer payload) throws RefusedStartException {
        try {
            int type = payload.get() & 0xff;
            if (type == ERROR) {
                throw refused("it refused the connection with error " + (payload.getShort() & 0xffff) + text(payload));
            }
            if (type != PROTOCOL) {
                throw refused("it greeted with protocol " + type + " (expected: " + PROTOCOL + ")");
            }
            while (payload.get() != 0) {} // the version
            payload.position(payload.position() + Math.min(THREAD_SCRAMBLE_ZERO, payload.remaining()));
            if ((payload.getShort() & CLIENT_SSL) == 0) {
                throw refused("its greeting does not offer TLS (set ssl_cert and ssl_key in its configuration)");
            }
        } catch (BufferUnderflowException e) {
            throw refused("it sent a malformed greeting");
        }
    }

    /** Returns the message of an error, which may follow a state. */
    private static String text(ByteBuffer payload) {
        byte[] rest = new byte[payload.remaining()];
        payload.get(rest);
        String message = new String(rest, StandardCharsets.UTF_8);
        String text =
                message.startsWith("#") && message.length() >= STATE_BYTES ? message.substring(STATE_BYTES) : message;
        return text.isEmpty() ? "" : ": " + Printable.of(text);
    }

    private static RefusedStartException refused(String detail) {
        return new RefusedStartException(Failure.DATABASE_TLS, detail);
    }
}
