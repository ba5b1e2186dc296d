package io.narrows.unpack.recipe;

/** The memory that is charged for one workspace. One thread uses it at a time. */
final class Charge {
    private final WorkspaceMemory memory;
    private long bytes;

    Charge(WorkspaceMemory memory) {
        this.memory = memory;
    }

    /**
     * Charges memory that is about to be allocated.
     *
     * @throws NoWorkspaceMemoryException if there is not enough; nothing is charged then
     */
    void take(long more) {
        if (!memory.take(more)) {
            throw new NoWorkspaceMemoryException(more);
        }
        bytes += more;
    }

    /** Gives back what was freed. */
    void giveBack(long less) {
        bytes -= less;
        memory.giveBack(less);
    }

    /** Returns the bytes that are charged. */
    long bytes() {
        return bytes;
    }
}
