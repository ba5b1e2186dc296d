package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;

/** What one link received and its peer keeps too. Guarded by the peer's history. */
final class ReceivedStream {
    private final HistoryBuffer buffer;
    private boolean ended;

    ReceivedStream(HistoryMemory memory) {
        this.buffer = new HistoryBuffer(memory);
    }

    HistoryBuffer buffer() {
        return buffer;
    }

    /** Keeps bytes. Where memory is short they are only counted, and nobody learns from them. */
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
