package io.narrows.proxy.link.shared;

/** Memory with a limit that a test can change. Not thread-safe. */
final class CountedMemory implements HistoryMemory {
    private long limit = Long.MAX_VALUE;
    private long used;

    /** Sets the limit; bytes taken before are kept. */
    void limit(long bytes) {
        limit = bytes;
    }

    long used() {
        return used;
    }

    @Override
    public boolean take(long bytes) {
        if (used + bytes > limit) {
            return false;
        }
        used += bytes;
        return true;
    }

    @Override
    public void giveBack(long bytes) {
        used -= bytes;
    }
}
