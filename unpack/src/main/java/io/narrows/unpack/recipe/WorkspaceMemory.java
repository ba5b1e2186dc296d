package io.narrows.unpack.recipe;

/** The account to which the native memory of workspaces is charged before it is allocated. Safe for use by many threads. */
public interface WorkspaceMemory {
    /** An account without a limit, for tools that run alone. */
    WorkspaceMemory UNLIMITED = new WorkspaceMemory() {
        @Override
        public boolean take(long bytes) {
            return true;
        }

        @Override
        public void giveBack(long bytes) {}
    };

    /**
     * Reserves memory.
     *
     * @return false, with nothing reserved, if there is not enough
     */
    boolean take(long bytes);

    /** Gives back reserved memory, after it was freed. */
    void giveBack(long bytes);
}
