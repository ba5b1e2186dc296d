package io.narrows.proxy.starttls;

import io.narrows.proxy.meter.Failure;
import io.netty.buffer.ByteBuf;

/** Reads a PostgreSQL server's answer to SSLRequest: one byte, after which TLS begins or nothing is sent. */
public final class PostgresAnswer {
    private PostgresAnswer() {}

    /**
     * Checks the first bytes from the server, at least one.
     *
     * @throws RefusedStartException if TLS must not begin, as part of a sentence about the server. Bytes after the answer came
     *     in plain text, and must not become part of the encrypted session (CVE-2021-23222)
     */
    public static void check(ByteBuf bytes) throws RefusedStartException {
        int first = bytes.getUnsignedByte(bytes.readerIndex());
        if (!PostgresPackets.isYes(first) && !PostgresPackets.isNo(first)) {
            throw refused("it answered SSLRequest with 0x%02x (expected: S, 0x53; is it PostgreSQL?)".formatted(first));
        }
        if (bytes.readableBytes() > 1) {
            throw refused("it sent " + (bytes.readableBytes() - 1)
                    + " bytes in plain text after its answer to SSLRequest (expected: none; someone may have inserted"
                    + " them, CVE-2021-23222)");
        }
        if (PostgresPackets.isNo(first)) {
            throw refused("it answered SSLRequest with N, as its TLS is off (set ssl = on in postgresql.conf)");
        }
    }

    private static RefusedStartException refused(String detail) {
        return new RefusedStartException(Failure.DATABASE_TLS, detail);
    }
}
