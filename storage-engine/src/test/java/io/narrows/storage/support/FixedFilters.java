package io.narrows.storage.support;

import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.PropertiesCollector;
import io.narrows.storage.sst.TableProperties;
import java.util.List;

/** Filters that decide the same for all values. */
public record FixedFilters(CompactionFilter.Decision decision, long sequence) implements CompactionFilterFactory {
    @Override
    public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) {
        return new CompactionFilter() {
            @Override
            public Decision decide(Slice userKey, Slice value) {
                return decision;
            }

            @Override
            public long sequence() {
                return sequence;
            }

            @Override
            public PropertiesCollector collector(long newestProtected) {
                return PropertiesCollector.NONE;
            }
        };
    }

    @Override
    public boolean shrinks(TableProperties file, long newestProtected) {
        return false;
    }

    @Override
    public boolean supersedes(TableProperties file) {
        return false;
    }
}
