package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;

/** The content received on one link that its peer keeps, too. Guarded by the peer's history. */
final class ReceivedStream {
    private final HistoryBuffer buffer;
    private boolean ended;

    ReceivedStream(HistoryMemory memory) {
        this.buffer = new HistoryBuffer(memory);
    }

    HistoryBuffer buffer() {
        return buffer;
    }

    /** Keeps bytes. If memory is short, they are only counted, and cannot be learned. */
    void keep(ByteBuf content) {
        if (!buffer.append(content)) {
            buffer.pass(content.readableBytes());
        }
    }

    void end() {
        ended = true;
        buffer.free();
    }

    boolean ended() {
        return ended;
    }
}
