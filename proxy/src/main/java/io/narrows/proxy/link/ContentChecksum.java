package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Check;
import io.netty.buffer.ByteBuf;

/**
 * The running CRC32C of all app bytes of one direction. The frames' own checksums cover what travels; this one covers what
 * a codec with history makes of it. Not thread-safe.
 */
final class ContentChecksum {
    private final FrameChecksum crc = new FrameChecksum();
    private long bytes;

    void update(ByteBuf app) {
        crc.update(app, app.readerIndex(), app.readableBytes());
        bytes += app.readableBytes();
    }

    long bytes() {
        return bytes;
    }

    Check toCheck() {
        return Check.newBuilder().setBytes(bytes).setCrc32C(crc.value()).build();
    }

    /** @throws CorruptFrameException when the other end counted or summed something else */
    void verify(Check sent) throws CorruptFrameException {
        if (sent.getBytes() != bytes || sent.getCrc32C() != crc.value()) {
            throw new CorruptFrameException(String.format(
                    "content differs: sent %d bytes with checksum %08x, received %d with %08x",
                    sent.getBytes(), sent.getCrc32C(), bytes, crc.value()));
        }
    }
}
