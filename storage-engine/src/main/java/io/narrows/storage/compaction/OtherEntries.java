package io.narrows.storage.compaction;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.iterate.MergingIterator;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.LevelIterator;
import io.narrows.storage.version.Table;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entries that a family has in files outside a job when the job begins: values and deletions of single keys, including those
 * that another deletion hides. A file is read only if its bounds overlap the range in question. Not thread-safe; the caller must
 * keep the files until this is closed.
 */
public final class OtherEntries implements AutoCloseable {
    /** Trailer that sorts before all others of a user key. */
    private static final long NEWEST = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);

    private final Version version;
    private final Set<Long> inputs;
    private final @Nullable Tables tables;
    private boolean allProtected;
    private @Nullable InternalIterator entries;

    private OtherEntries(Version version, Set<Long> inputs, @Nullable Tables tables) {
        this.version = version;
        this.inputs = inputs;
        this.tables = tables;
    }

    /** Returns entries about which nothing is known. */
    public static OtherEntries unknown() {
        return new OtherEntries(Version.EMPTY, Set.of(), null);
    }

    /** @param inputs the files of the job; none for a flush */
    public static OtherEntries of(Version version, List<FileMetadata> inputs, Tables tables) {
        return new OtherEntries(
                version, inputs.stream().map(FileMetadata::number).collect(Collectors.toSet()), tables);
    }

    /** Makes everything count as held, because snapshots may keep entries of the job itself. */
    void protectAll() {
        allProtected = true;
    }

    /**
     * Returns whether there may be an entry from {@code begin} to {@code end}, exclusive: one that is in a file outside the
     * job, or that a snapshot protects from being dropped by the job.
     */
    public boolean mayHold(Slice begin, Slice end) throws IOException {
        return allProtected || tables == null || holds(tables, begin, end);
    }

    /** Returns whether an entry from {@code begin} to {@code end}, exclusive, is known to be in a file outside the job. */
    public boolean has(Slice begin, Slice end) throws IOException {
        return tables != null && holds(tables, begin, end);
    }

    private boolean holds(Tables open, Slice begin, Slice end) throws IOException {
        if (!isWithinBounds(begin, end)) {
            return false;
        }
        if (entries == null) {
            entries = MergingIterator.of(sources(open));
        }
        entries.seek(begin, NEWEST);
        return entries.isValid() && entries.userKey().compareTo(end) < 0;
    }

    private boolean isWithinBounds(Slice begin, Slice end) {
        for (int level = 0; level < version.levels(); level++) {
            for (FileMetadata file : version.overlapping(level, begin, end)) {
                if (isOther(file)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isOther(FileMetadata file) {
        return !inputs.contains(file.number());
    }

    private List<InternalIterator> sources(Tables open) throws IOException {
        List<InternalIterator> sources = new ArrayList<>();
        try {
            for (FileMetadata file : version.level(0)) {
                if (isOther(file)) {
                    try (Table table = open.open(file)) {
                        sources.add(table.iterator());
                    }
                }
            }
            for (int level = 1; level < version.levels(); level++) {
                sources.add(new LevelIterator(
                        open,
                        version.level(level).stream().filter(this::isOther).toList()));
            }
            return sources;
        } catch (IOException | RuntimeException | Error e) {
            sources.forEach(InternalIterator::close);
            throw e;
        }
    }

    @Override
    public void close() {
        if (entries != null) {
            entries.close();
        }
    }
}
