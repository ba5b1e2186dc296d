package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;

/** What one link received and its peer keeps too. Guarded by the peer's history. */
final class ReceivedStream {
    private final Journal journal;
    private boolean ended;

    ReceivedStream(HistoryMemory memory) {
        this.journal = new Journal(memory);
    }

    Journal journal() {
        return journal;
    }

    /** Keeps bytes. Where memory is short they are only counted, and nobody learns from them. */
    void keep(ByteBuf content) {
        if (!journal.append(content)) {
            journal.pass(content.readableBytes());
        }
    }

    void end() {
        ended = true;
        journal.free();
    }

    boolean ended() {
        return ended;
    }
}
