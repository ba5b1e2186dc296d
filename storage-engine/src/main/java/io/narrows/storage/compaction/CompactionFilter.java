package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import java.io.IOException;

/**
 * Decides for one flush or compaction which values it drops, like RocksDB's class of this name. It is called in ascending
 * order of keys, by one thread, for the newest version of each key in the job if that is a value. Values that a protecting
 * snapshot sees are kept without a call: a snapshot protects if it is older than {@link #sequence}.
 *
 * <p>What a filter decides on must be durable before the job begins. Otherwise a database could be without dropped values
 * and, after a crash, also without the reason for dropping them.
 */
public interface CompactionFilter extends AutoCloseable {
    /** In place of the sequence number of a snapshot: none protects anything. */
    long NOTHING_PROTECTED = -1;

    /** The decision about a value. */
    enum Decision {
        /** The value stays. */
        KEEP,
        /** The value is replaced by a deletion, which goes once no older version of the key can lie beneath. */
        REMOVE,
        /**
         * The value goes at once, and with it the older versions of the key in this job that no snapshot sees. The other older
         * versions become visible again, in this job and elsewhere: only for keys that are written once, or if readers may find
         * an older version in place of the value.
         */
        DISCARD
    }

    /**
     * Decides about a value. Runs in the thread of the job, and delays it.
     *
     * @param userKey the key without sequence number and type; valid during the call
     * @param value valid during the call
     * @throws IOException if the filter cannot decide, such as for an entry that it cannot parse. The job fails, drops nothing,
     *     and stops writes until {@code Db.resume}, as after an unchecked exception
     */
    Decision decide(Slice userKey, Slice value) throws IOException;

    /**
     * Returns the sequence number of a write from which on readers no longer need what this filter drops: snapshots that
     * see the write do not protect anything. At least 0, and constant for this filter.
     */
    long sequence();

    /**
     * Returns a collector for the next file that the job writes.
     *
     * @param newestProtected sequence number of the newest snapshot that protects values from this job, at least 0; {@link
     *     #NOTHING_PROTECTED} if none does
     * @return a collector that the job's thread uses; {@link PropertiesCollector#NONE} if there is nothing to collect
     */
    PropertiesCollector collector(long newestProtected);

    /** Releases resources. Called once by the job's thread at the end of the job, whatever its outcome. Must not throw. */
    @Override
    default void close() {}
}
