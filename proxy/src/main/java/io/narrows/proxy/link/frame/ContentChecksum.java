package io.narrows.proxy.link.frame;

import io.narrows.proxy.link.proto.Check;
import io.netty.buffer.ByteBuf;

/**
 * The running CRC32C of all app bytes of one direction, or of their carried form, with a byte for each CARRIED. Frames carry all or
 * part of it, depending on their {@link FrameForm}; CHECK and FIN carry all of it. Not thread-safe.
 */
public final class ContentChecksum {
    private final FrameChecksum crc = new FrameChecksum();
    private long bytes;

    public void update(ByteBuf app) {
        crc.update(app, app.readerIndex(), app.readableBytes());
        bytes += app.readableBytes();
    }

    /** Adds a CARRIED message, whose loss would make the carried form the application's bytes. */
    public void carries(boolean carried) {
        crc.update(new byte[] {(byte) (carried ? 1 : 0)});
    }

    /** Returns the checksum of all bytes so far. */
    public int value() {
        return crc.value();
    }

    public Check toCheck() {
        return Check.newBuilder().setBytes(bytes).setCrc32C(crc.value()).build();
    }

    /** Returns whether the other end's byte count and checksum equal these. */
    public boolean agrees(Check sent) {
        return sent.getBytes() == bytes && sent.getCrc32C() == crc.value();
    }

    /** Describes the byte counts and checksums of both ends for an error message. */
    public String difference(Check sent) {
        return String.format(
                "content differs: sent %d bytes with checksum %08x, received %d with %08x",
                sent.getBytes(), sent.getCrc32C(), bytes, crc.value());
    }

    /** Describes a frame's {@link ContentCheck} and the content received up to it for an error message. */
    public String difference(long check) {
        return String.format(
                "content differs: a frame has checksum %0" + (ContentCheck.isWhole(check) ? 8 : 4)
                        + "x, received %d bytes with %08x",
                ContentCheck.bits(check),
                bytes,
                crc.value());
    }
}
