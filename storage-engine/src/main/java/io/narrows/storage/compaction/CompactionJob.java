package io.narrows.storage.compaction;

import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.iterate.MergingIterator;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.LevelIterator;
import io.narrows.storage.version.Table;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.VersionEdit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Runs one compaction. It only adds files; the edit that it returns takes effect when the caller applies it. Not
 * thread-safe.
 */
public final class CompactionJob {
    private final Compaction compaction;
    private final Tables tables;
    private final TableFactory factory;
    private final Snapshots snapshots;
    private final JobFilter filter;
    private final BooleanSupplier cancelled;

    /**
     * @param factory makes the output files, for the family of the inputs
     * @param snapshots sequence numbers that readers use or may still use, except for the latest, ascending: all that exist
     *     when the compaction begins
     * @param filter created before the snapshots were listed
     * @param cancelled checked periodically
     * @throws IllegalArgumentException if the snapshots are not sorted
     */
    public CompactionJob(
            Compaction compaction,
            Tables tables,
            TableFactory factory,
            long[] snapshots,
            JobFilter filter,
            BooleanSupplier cancelled) {
        this.compaction = compaction;
        this.tables = tables;
        this.factory = factory;
        this.snapshots = new Snapshots(snapshots);
        this.filter = filter;
        this.cancelled = cancelled;
        filter.protect(this.snapshots);
    }

    /**
     * Merges the files, or moves them if that is enough. Deletes all its output if it fails.
     *
     * @throws java.util.concurrent.CancellationException if it was canceled
     */
    public CompactionResult run() throws IOException {
        if (compaction.trivialMove()) {
            return new CompactionResult(edit(compaction.inputs()), List.of(), 0, 0, 0, 0, 0);
        }
        OutputFiles files = factory.outputs(compaction.compression(), filter);
        try (InternalIterator entries = MergingIterator.of(sources())) {
            return merge(entries, files);
        } catch (IOException | RuntimeException | Error e) {
            files.remove(e);
            throw e;
        }
    }

    private CompactionResult merge(InternalIterator entries, OutputFiles files) throws IOException {
        long start = System.nanoTime();
        OutputRules rules = new OutputRules(
                entries,
                tombstones(),
                snapshots,
                compaction.bottommost(),
                OlderFiles.below(compaction.version(), compaction.outputLevel()),
                filter,
                new Cancellation(cancelled));
        TableOutputs outputs = new TableOutputs(
                files,
                compaction.targetFileSize(),
                new GrandparentOverlap(
                        compaction.grandparents(), LevelOptions.mostOverlap(compaction.targetFileSize())),
                epoch());
        List<FileMetadata> written = outputs.write(rules);
        checkComplete(rules.read());
        return new CompactionResult(
                edit(written),
                written,
                compaction.inputBytes(),
                Compaction.bytes(written),
                rules.read(),
                outputs.entries(),
                TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
    }

    /**
     * Opens the inputs: each file of level 0 is its own source, the files of another level are concatenated into one.
     */
    private List<InternalIterator> sources() throws IOException {
        List<InternalIterator> sources = new ArrayList<>();
        try {
            addSources(sources);
            return sources;
        } catch (IOException | RuntimeException | Error e) {
            sources.forEach(InternalIterator::close);
            throw e;
        }
    }

    private void addSources(List<InternalIterator> sources) throws IOException {
        if (compaction.inputLevel() == 0) {
            for (FileMetadata file : compaction.inputs()) {
                try (Table table = tables.open(file)) {
                    sources.add(table.iterator());
                }
            }
        } else {
            sources.add(new LevelIterator(tables, compaction.inputs()));
        }
        if (!compaction.nextInputs().isEmpty()) {
            sources.add(new LevelIterator(tables, compaction.nextInputs()));
        }
    }

    private RangeTombstones tombstones() throws IOException {
        List<RangeTombstone> all = new ArrayList<>();
        for (FileMetadata file : compaction.files()) {
            all.addAll(tables.tombstones(file).fragments(snapshots.ascending()));
        }
        return RangeTombstones.of(all);
    }

    /** Returns the epoch of the outputs: that of the oldest input. */
    private long epoch() {
        return compaction.files().stream().mapToLong(FileMetadata::epoch).min().orElseThrow();
    }

    /** Checks that every entry of the inputs was read, because the inputs are about to be deleted. */
    private void checkComplete(long read) throws IOException {
        long expected = 0;
        for (FileMetadata file : compaction.files()) {
            TableProperties properties = tables.properties(file);
            expected += properties.entries() - properties.rangeDeletions();
        }
        if (read != expected) {
            throw new IOException("files " + numbers() + " returned " + read + " entries (expected: " + expected
                    + ", according to their properties)");
        }
    }

    private List<Long> numbers() {
        return compaction.files().stream().map(FileMetadata::number).toList();
    }

    private VersionEdit edit(List<FileMetadata> added) {
        VersionEdit edit = new VersionEdit().family(factory.family().id());
        compaction.inputs().forEach(file -> edit.deleteFile(compaction.inputLevel(), file.number()));
        compaction.nextInputs().forEach(file -> edit.deleteFile(compaction.outputLevel(), file.number()));
        added.forEach(file -> edit.addFile(compaction.outputLevel(), file));
        return edit;
    }
}
