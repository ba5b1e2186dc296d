package io.narrows.storage.db;

import java.nio.file.Path;

/** Receives events of a database's background work. Called by the database's own threads; must return soon and not throw. */
public interface DbListener {
    /** Ignores all events. */
    DbListener NONE = new DbListener() {};

    /** Writes are refused from now on, until {@link Db#resume}. */
    default void onBackgroundError(Throwable reason) {}

    /**
     * The log ends with a truncated record, or is damaged or missing where {@link WalRecovery#POINT_IN_TIME} allows it.
     *
     * @param offset the position from which the log is ignored
     * @param bytes number of ignored bytes; 0 if the log is missing
     */
    default void onWalTailDropped(Path log, long offset, long bytes) {}

    /** Writes wait from now on. */
    default void onStallBegin(StallReason reason) {}

    /** Writes no longer wait. */
    default void onStallEnd(StallReason reason) {}
}
