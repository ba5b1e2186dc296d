package io.narrows.storage.compaction;

import io.narrows.codec.CodecSpec;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.iterate.MergingIterator;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.version.FileMetadata;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Writes memtables to one file of level 0, without the versions that no reader sees. Deletions are kept, because older
 * files may have the deleted keys. Not thread-safe.
 */
public final class FlushJob {
    private final TableFactory factory;
    private final CodecSpec compression;
    private final long epoch;
    private final Snapshots snapshots;
    private final JobFilter filter;
    private final BooleanSupplier cancelled;

    /**
     * @param compression {@link CompressionLadder#ofFlush}
     * @param epoch epoch of the new file, higher than that of any other file of the family
     * @param snapshots sequence numbers that readers use or may still use, except for the latest, ascending
     * @param filter created before the snapshots were listed
     * @param cancelled checked periodically
     * @throws IllegalArgumentException if the snapshots are not sorted
     */
    public FlushJob(
            TableFactory factory,
            CodecSpec compression,
            long epoch,
            long[] snapshots,
            JobFilter filter,
            BooleanSupplier cancelled) {
        this.factory = factory;
        this.compression = compression;
        this.epoch = epoch;
        this.snapshots = new Snapshots(snapshots);
        this.filter = filter;
        this.cancelled = cancelled;
        filter.protect(this.snapshots);
    }

    /**
     * Writes the file and forces it to disk. Deletes the file if that fails.
     *
     * @param memtables their entries; closed at the end
     * @param tombstones their range deletions
     * @return empty if no reader sees any of the entries
     * @throws java.util.concurrent.CancellationException if it was canceled
     */
    public Optional<FileMetadata> run(List<InternalIterator> memtables, Collection<RangeTombstone> tombstones)
            throws IOException {
        OutputFiles files = factory.outputs(compression, filter);
        try (InternalIterator entries = MergingIterator.of(memtables)) {
            OutputRules rules = new OutputRules(
                    entries,
                    RangeTombstones.of(tombstones),
                    snapshots,
                    false,
                    OlderData.UNKNOWN,
                    filter,
                    new Cancellation(cancelled));
            return TableOutputs.single(files, epoch).write(rules).stream().findFirst();
        } catch (IOException | RuntimeException | Error e) {
            files.remove(e);
            throw e;
        }
    }
}
