package io.narrows.storage.db;

import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The parts of a database that is open; those that write are there only if it may be written. */
final class OpenDb {
    private final Families families;
    private final Snapshots snapshots;
    private final AtomicLong lastSequence;
    private final Tables tables;
    private final Statistics statistics;
    private final Optional<DbWriter> writer;
    private boolean closed;

    OpenDb(
            Families families,
            Snapshots snapshots,
            AtomicLong lastSequence,
            Tables tables,
            Statistics statistics,
            Optional<DbWriter> writer) {
        this.families = families;
        this.snapshots = snapshots;
        this.lastSequence = lastSequence;
        this.tables = tables;
        this.statistics = statistics;
        this.writer = writer;
    }

    Families families() {
        return families;
    }

    Snapshots snapshots() {
        return snapshots;
    }

    /** The sequence number of the youngest write that readers see. */
    long sequence() {
        return lastSequence.get();
    }

    /**
     * What a read with these options sees. To be asked when its view is retained already: a compaction may drop from a later
     * view what an earlier sequence number would see.
     */
    long sequence(ReadOptions options) {
        return options.sequence(lastSequence.get());
    }

    /** @throws IllegalStateException when the database was opened to read only */
    DbWriter writer() {
        return writer.orElseThrow(() -> new IllegalStateException("the database is open to read only"));
    }

    Optional<Throwable> backgroundError() {
        return writer.flatMap(DbWriter::backgroundError);
    }

    DbStatistics statistics() throws IOException {
        return statistics.collect(
                writer.map(DbWriter::counters).orElseGet(() -> new Counters(Version.LEVELS)),
                writer.map(DbWriter::runningJobs).orElse(0),
                sequence(),
                snapshots.count(),
                backgroundError().isPresent());
    }

    synchronized void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (tables) {
            if (writer.isPresent()) {
                writer.get().close();
            }
        }
    }
}
