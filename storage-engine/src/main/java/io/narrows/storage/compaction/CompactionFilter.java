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

    Decision decide(Slice userKey, Slice value) throws IOException;

    /**
     * Returns the sequence number of a write from which on readers no longer need what this filter drops: snapshots that
     * see the write do not protect anything.
     */
    long sequence();

    /**
     * Returns a collector for the next file that the job writes.
     *
     * @param newestProtected sequence number of the newest snapshot that protects values from this job; {@link
     *     #NOTHING_PROTECTED} if none does
     */
    PropertiesCollector collector(long newestProtected);

    /** Called at the end of the job, whatever its outcome. */
    @Override
    default void close() {}
}
