package io.narrows.proxy.link.frame;

import io.netty.buffer.ByteBuf;
import java.util.zip.CRC32C;

/** CRC32C over slices of buffers, without copies. Not thread-safe. */
public final class FrameChecksum {
    private final CRC32C crc = new CRC32C();

    FrameChecksum reset() {
        crc.reset();
        return this;
    }

    public FrameChecksum update(ByteBuf buffer, int index, int length) {
        if (buffer.nioBufferCount() == 1) {
            crc.update(buffer.internalNioBuffer(index, length));
        } else {
            for (java.nio.ByteBuffer part : buffer.nioBuffers(index, length)) {
                crc.update(part);
            }
        }
        return this;
    }

    public FrameChecksum update(byte[] bytes) {
        crc.update(bytes);
        return this;
    }

    public int value() {
        return (int) crc.getValue();
    }
}
