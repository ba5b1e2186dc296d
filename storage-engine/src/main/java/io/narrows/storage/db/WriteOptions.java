package io.narrows.storage.db;

/**
 * How a write is made durable.
 *
 * @param sync whether it returns only when it is on disk; otherwise it survives the end of the process, but not of the machine
 * @param disableWal whether it leaves the log out; it is lost unless it is flushed
 */
public record WriteOptions(boolean sync, boolean disableWal) {
    /** In the log, not forced to disk. */
    public static final WriteOptions DEFAULT = new WriteOptions(false, false);

    /** On disk when the write returns. */
    public static final WriteOptions SYNC = new WriteOptions(true, false);

    /** @throws IllegalArgumentException when it is to be synced without a log */
    public WriteOptions {
        if (sync && disableWal) {
            throw new IllegalArgumentException(
                    "sync with disable WAL (expected: one of them, there is no log to sync)");
        }
    }
}
