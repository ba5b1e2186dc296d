package io.narrows.storage.db;

/**
 * Durability of a write.
 *
 * @param sync whether to return only once the write is on disk; otherwise it survives a crash of the process, but not of the
 *     machine
 * @param disableWal whether to skip the log; the write is lost unless it is flushed
 */
public record WriteOptions(boolean sync, boolean disableWal) {
    /** Writes to the log without forcing it to disk. */
    public static final WriteOptions DEFAULT = new WriteOptions(false, false);

    /** Forces the write to disk before it returns. */
    public static final WriteOptions SYNC = new WriteOptions(true, false);

    /** @throws IllegalArgumentException if both {@code sync} and {@code disableWal} are set */
    public WriteOptions {
        if (sync && disableWal) {
            throw new IllegalArgumentException(
                    "both sync and disableWal are set (expected: at most one; without a WAL there is nothing to sync)");
        }
    }
}
