package io.narrows.node.mvcc;

import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filters of the family {@code revisions}, see {@link ChangeFilter}. */
final class ChangeFilters implements CompactionFilterFactory {
    private final KnownCompaction known;
    private volatile @Nullable VersionSource versions;
    private volatile boolean crowded;

    ChangeFilters(KnownCompaction known) {
        this.known = known;
    }

    /** Opens cursors over the family {@code keys}. */
    @FunctionalInterface
    interface VersionSource {
        VersionCursor open() throws IOException;
    }

    /** Sets the source of versions, without which filters keep everything. */
    void lookUpIn(VersionSource source) {
        versions = source;
    }

    /** Sets whether most of the family is obsolete, so that all of its files up to the compact revision are worth a compaction. */
    void setCrowded(boolean now) {
        crowded = now;
    }

    /**
     * Returns a filter that keeps everything in a flush: writes wait for flushes, and most searches would find that a change is
     * not obsolete yet. In a compaction, the versions are as of now or earlier, so that none is missing that the compact revision
     * still needs.
     */
    @Override
    public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) throws IOException {
        long compacted = FileRevisions.compacted(inputs);
        VersionSource source = versions;
        if (source == null || inputs.isEmpty() || known.point().revision() < 0) {
            return new ChangeFilter(KnownCompaction.Point.NONE, compacted, null);
        }
        VersionCursor cursor = source.open();
        return new ChangeFilter(known.point(), compacted, cursor);
    }

    @Override
    public long sequence() {
        return known.point().sequence();
    }

    @Override
    public boolean shrinks(TableProperties file, long newestProtected) {
        long compacted = known.point().revision();
        FileRevisions revisions = FileRevisions.of(file);
        return revisions.isWorthCompacting(compacted, newestProtected)
                || crowded && revisions.isHalfCompacted(compacted, newestProtected);
    }

    /** Returns false, because changes have unique keys. */
    @Override
    public boolean supersedes(TableProperties file) {
        return false;
    }
}
