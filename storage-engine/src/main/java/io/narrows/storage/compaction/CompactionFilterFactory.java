package io.narrows.storage.compaction;

import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.util.List;

/** Creates the filters of a column family, and judges which of its files are worth a compaction. Thread-safe. */
public interface CompactionFilterFactory {
    /**
     * Creates the filter of a flush or a compaction. Snapshots taken later see the write at {@link CompactionFilter#sequence}.
     *
     * @param inputs properties of the files that the job reads; none for a flush
     * @param others entries of the family outside the job
     */
    CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) throws IOException;

    /** Returns the {@link CompactionFilter#sequence} of a filter that is created now. */
    long sequence();

    /**
     * Returns whether a filter would now drop so much of a file that a compaction is worth it. If nothing else is due, the
     * database compacts such files, except for those that a snapshot protects completely. Must be false for a file just written
     * by a filter, or it is rewritten forever.
     *
     * @param newestProtected sequence number of the newest snapshot that protects values now; {@link
     *     CompactionFilter#NOTHING_PROTECTED} if none does
     */
    boolean shrinks(TableProperties file, long newestProtected);

    /**
     * Returns whether most entries of a file may let a filter drop older ones beneath. If nothing else is due, the database
     * compacts such files with those beneath once they have about a third as many entries.
     */
    boolean supersedes(TableProperties file);
}
