package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Check;
import io.netty.buffer.ByteBuf;

/**
 * The running CRC32C of all app bytes of one direction. Frames carry all or part of it, as their {@link FrameForm} says, and
 * so do CHECK and FIN. Not thread-safe.
 */
final class ContentChecksum {
    private final FrameChecksum crc = new FrameChecksum();
    private long bytes;

    void update(ByteBuf app) {
        crc.update(app, app.readerIndex(), app.readableBytes());
        bytes += app.readableBytes();
    }

    /** The checksum of all bytes so far. */
    int value() {
        return crc.value();
    }

    Check toCheck() {
        return Check.newBuilder().setBytes(bytes).setCrc32C(crc.value()).build();
    }

    /** Whether the other end counted and summed the same. */
    boolean agrees(Check sent) {
        return sent.getBytes() == bytes && sent.getCrc32C() == crc.value();
    }

    /** Words for what the other end counted and summed, and this one. */
    String difference(Check sent) {
        return String.format(
                "content differs: sent %d bytes with checksum %08x, received %d with %08x",
                sent.getBytes(), sent.getCrc32C(), bytes, crc.value());
    }

    /** Words for the {@link ContentCheck} of a frame, and what was received up to there. */
    String difference(long check) {
        return String.format(
                "content differs: a frame has checksum %0" + (ContentCheck.isWhole(check) ? 8 : 4)
                        + "x, received %d bytes with %08x",
                ContentCheck.bits(check),
                bytes,
                crc.value());
    }
}
