package io.narrows.storage.compaction;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The compaction filter of one job, or none. Create it before the list of snapshots is read: all snapshots that protect
 * values from the filter are then in the list. Not thread-safe.
 */
public final class JobFilter implements AutoCloseable {
    private final @Nullable CompactionFilter filter;
    private final OtherEntries others;
    private long newestProtected = CompactionFilter.NOTHING_PROTECTED;

    private JobFilter(@Nullable CompactionFilter filter, OtherEntries others) {
        this.filter = filter;
        this.others = others;
    }

    /** Returns a filter that keeps everything. */
    public static JobFilter none() {
        return new JobFilter(null, OtherEntries.unknown());
    }

    /**
     * @param inputs properties of the files that the job reads; none for a flush
     * @param others closed with the filter
     */
    public static JobFilter begin(
            Optional<CompactionFilterFactory> factory, List<TableProperties> inputs, OtherEntries others)
            throws IOException {
        return new JobFilter(factory.isPresent() ? factory.get().filter(inputs, others) : null, others);
    }

    /** Protects the values that snapshots need; call it once, before the first decision. */
    void protect(Snapshots snapshots) {
        if (filter != null) {
            newestProtected = snapshots.newestBefore(filter.sequence()).orElse(CompactionFilter.NOTHING_PROTECTED);
            if (newestProtected != CompactionFilter.NOTHING_PROTECTED) {
                others.protectAll();
            }
        }
    }

    /** @param sequence the sequence number of the value */
    CompactionFilter.Decision decide(Slice userKey, long sequence, Slice value) throws IOException {
        return filter == null || sequence <= newestProtected
                ? CompactionFilter.Decision.KEEP
                : filter.decide(userKey, value);
    }

    PropertiesCollector collector() {
        return filter == null ? PropertiesCollector.NONE : filter.collector(newestProtected);
    }

    @Override
    public void close() {
        try (others) {
            if (filter != null) {
                filter.close();
            }
        }
    }
}
