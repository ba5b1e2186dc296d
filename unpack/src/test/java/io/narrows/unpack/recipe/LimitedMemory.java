package io.narrows.unpack.recipe;

/** An account of workspaces with a limit. */
public final class LimitedMemory implements WorkspaceMemory {
    private final long limit;
    private long used;

    public LimitedMemory(long limit) {
        this.limit = limit;
    }

    @Override
    public synchronized boolean take(long bytes) {
        if (used + bytes > limit) {
            return false;
        }
        used += bytes;
        return true;
    }

    @Override
    public synchronized void giveBack(long bytes) {
        used -= bytes;
    }

    public synchronized long used() {
        return used;
    }
}
