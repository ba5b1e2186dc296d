package io.narrows.storage.db;

import java.nio.file.Path;

/** Who is told what a database does by itself. Called by its own threads; must return soon and not throw. */
public interface DbListener {
    /** Says nothing to nobody. */
    DbListener NONE = new DbListener() {};

    /** Writes are refused from now on, until {@link Db#resume}. */
    default void onBackgroundError(Throwable reason) {}

    /**
     * The log ended with a record that was cut off, or is damaged or missing where {@link WalRecovery#POINT_IN_TIME} allows it.
     *
     * @param offset from which on nothing of it counts
     * @param bytes how many there are from there on; 0 of a log that is missing
     */
    default void onWalTailDropped(Path log, long offset, long bytes) {}

    /** Writes wait from now on. */
    default void onStallBegin(StallReason reason) {}

    /** Writes wait no longer. */
    default void onStallEnd(StallReason reason) {}
}
