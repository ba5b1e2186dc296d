package io.narrows.node.mvcc;

import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.sst.TableProperties;
import java.util.List;

/** Filters of the family {@code keys}, see {@link VersionFilter}. */
final class VersionFilters implements CompactionFilterFactory {
    private final KnownCompaction known;

    VersionFilters(KnownCompaction known) {
        this.known = known;
    }

    @Override
    public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) {
        KnownCompaction.Point point = inputs.isEmpty() ? known.pointOfFlushes() : known.point();
        return new VersionFilter(point, FileRevisions.compacted(inputs), others);
    }

    @Override
    public long sequence() {
        return known.point().sequence();
    }

    @Override
    public boolean shrinks(TableProperties file, long newestProtected) {
        return FileRevisions.of(file).isWorthCompacting(known.point().revision(), newestProtected);
    }

    @Override
    public boolean supersedes(TableProperties file) {
        return known.point().revision() >= FileRevisions.of(file).all().middle();
    }
}
