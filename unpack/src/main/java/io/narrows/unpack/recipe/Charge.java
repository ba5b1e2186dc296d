package io.narrows.unpack.recipe;

/** The memory that is charged for one user of native contexts. One thread uses it at a time. */
public final class Charge {
    private final WorkspaceMemory memory;
    private long bytes;

    /** @param memory the account */
    public Charge(WorkspaceMemory memory) {
        this.memory = memory;
    }

    /**
     * Charges memory that is about to be allocated.
     *
     * @throws NoWorkspaceMemoryException if there is not enough; nothing is charged then
     */
    public void take(long more) {
        if (!memory.take(more)) {
            throw new NoWorkspaceMemoryException(more);
        }
        bytes += more;
    }

    /** Gives back what was freed. */
    public void giveBack(long less) {
        bytes -= less;
        memory.giveBack(less);
    }

    /** Gives back all that is charged. */
    public void giveBackAll() {
        giveBack(bytes);
    }

    /** Returns the bytes that are charged. */
    public long bytes() {
        return bytes;
    }
}
