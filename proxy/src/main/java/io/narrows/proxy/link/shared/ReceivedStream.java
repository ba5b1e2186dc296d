package io.narrows.proxy.link.shared;

/** What one link received and its peer keeps too. Guarded by the peer's history. */
final class ReceivedStream {
    private final Journal journal = new Journal();
    private boolean ended;

    Journal journal() {
        return journal;
    }

    void end() {
        ended = true;
        journal.free();
    }

    boolean ended() {
        return ended;
    }
}
