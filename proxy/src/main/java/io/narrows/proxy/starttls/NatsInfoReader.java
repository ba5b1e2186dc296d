package io.narrows.proxy.starttls;

import static io.narrows.proxy.starttls.NatsInfo.refused;

import io.narrows.proxy.link.Printable;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** Reads the {@link NatsInfo} of a NATS server, which must offer TLS, and nothing behind it. */
public final class NatsInfoReader {
    /** The most bytes that the line may have: a message of a link must hold it. */
    public static final int MAX_BYTES = 3072;

    private final byte[] line = new byte[MAX_BYTES];
    private int size;

    /**
     * Continues with the next bytes, which it takes up to the end of the line.
     *
     * @return the whole line
     * @throws RefusedStartException if the server sends anything else or does not offer TLS, as part of a sentence about it
     */
    public Optional<byte[]> read(ByteBuf bytes) throws RefusedStartException {
        int feed = bytes.indexOf(bytes.readerIndex(), bytes.writerIndex(), (byte) '\n');
        int sent = feed < 0 ? bytes.readableBytes() : feed + 1 - bytes.readerIndex();
        int length = Math.min(sent, MAX_BYTES - size);
        bytes.readBytes(line, size, length);
        size += length;
        byte[] read = Arrays.copyOf(line, size);
        if (!NatsInfo.startsWith(read, NatsInfo.HEAD)) {
            throw refused("it began with \""
                    + Printable.of(new String(read, StandardCharsets.UTF_8).strip())
                    + "\" (expected: INFO and an object of JSON; is it NATS?)");
        }
        if (length < sent) {
            throw refused("its INFO is longer than " + MAX_BYTES + " bytes");
        }
        if (feed < 0) {
            return Optional.empty();
        }
        if (bytes.isReadable()) {
            throw refused("it sent " + bytes.readableBytes()
                    + " bytes after its INFO, before TLS (expected: none; someone may have inserted them)");
        }
        NatsInfo.of(read);
        return Optional.of(read);
    }
}
