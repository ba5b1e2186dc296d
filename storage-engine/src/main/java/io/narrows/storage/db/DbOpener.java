package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.FilterTally;
import io.narrows.storage.sst.parallel.CompressionPool;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FamilyState;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.Tables;
import io.narrows.storage.version.Version;
import io.narrows.storage.version.VersionCheck;
import io.narrows.storage.version.VersionEdit;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Opens a database: reads its list of files, replays its logs, and assembles the parts. The directory keeps all its old
 * content until the new MANIFEST takes effect.
 */
final class DbOpener {
    private final Path directory;
    private final DbOptions options;
    private final BlockCache cache;
    private final FilterTally bloom = new FilterTally();
    private final Tables tables;
    private final Families families;
    private final Snapshots snapshots = new Snapshots();
    private final AtomicLong lastSequence = new AtomicLong();
    private final AtomicLong nextFile = new AtomicLong();
    private final Counters counters = new Counters(Version.LEVELS);

    private DbOpener(Path directory, DbOptions options) {
        this.directory = directory;
        this.options = options;
        this.cache = BlockCache.ofBytes(options.blockCacheBytes());
        this.tables = new Tables(directory, options.codecs(), cache, bloom, options.maxOpenFiles());
        this.families = new Families(directory, tables);
    }

    static Db toRead(Path directory, DbOptions options) throws IOException {
        return new DbOpener(directory, options).read();
    }

    static Db toWrite(Path directory, DbOptions options) throws IOException {
        if (options.createIfMissing()) {
            createDirectory(directory);
        } else if (!Files.isDirectory(directory)) {
            throw new NoSuchFileException(
                    directory.toString(), null, "no database exists and createIfMissing is false");
        }
        DirectoryLock lock = DirectoryLock.take(directory);
        try {
            return new DbOpener(directory, options).write(lock);
        } catch (IOException | RuntimeException | Error e) {
            lock.close();
            throw e;
        }
    }

    /** Creates a directory and its missing parents; the names of the created ones are on disk on return. */
    private static void createDirectory(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent == null || Files.isDirectory(directory)) {
            return;
        }
        createDirectory(parent);
        Files.createDirectories(directory); // succeeds if another thread or process has created it in the meantime
        InterruptSafeFile.forceDirectory(parent);
    }

    private Db read() throws IOException {
        DbState state = DbState.read(directory);
        checkFamilies(state);
        try {
            VersionCheck.checkFiles(directory, state);
            Replay replay = new Replay(directory, state, options, Optional.empty());
            replay.run(DirectoryFiles.list(directory).logs());
            lastSequence.set(replay.lastSequence());
            for (FamilyState family : state.families().values()) {
                LiveMemtable memtable = replay.memtables().getOrDefault(family.id(), new LiveMemtable(0));
                add(family, memtable);
            }
            return new Db(families, snapshots, lastSequence, tables, statistics(), Optional.empty());
        } catch (IOException | RuntimeException | Error e) {
            tables.close();
            throw e;
        }
    }

    private Db write(DirectoryLock lock) throws IOException {
        DirectoryFiles files = DirectoryFiles.list(directory);
        DbState state = DbState.exists(directory) ? DbState.read(directory) : newDatabase();
        checkFamilies(state);
        nextFile.set(Math.max(state.nextFile(), files.highestNumber() + 1));
        CompressionPool pool = new CompressionPool(options.compressionThreads());
        Closeable rest = () -> {
            pool.close();
            lock.close();
        };
        try {
            VersionCheck.checkFiles(directory, state);
            TableMaking making = new TableMaking(directory, options.codecs(), pool, tables, nextFile::getAndIncrement);
            DbState recovered = recover(state, files, making);
            return assemble(recovered, making, rest);
        } catch (IOException | RuntimeException | Error e) {
            pool.close();
            tables.close();
            throw e;
        }
    }

    private DbState newDatabase() throws IOException {
        if (!options.createIfMissing()) {
            throw new NoSuchFileException(
                    FileNames.current(directory).toString(), null, "no database exists and createIfMissing is false");
        }
        InterruptSafeFile.forceParent(directory); // the directory may just have been created
        return DbState.fresh(UUID.randomUUID().toString());
    }

    private void checkFamilies(DbState state) {
        List<String> there =
                state.families().values().stream().map(FamilyState::name).toList();
        for (String wanted : options.families().keySet()) {
            if (!there.contains(wanted) && !options.createMissingFamilies()) {
                throw new IllegalArgumentException(
                        directory + ": no column family " + wanted + " (expected: one of " + there + ")");
            }
        }
    }

    /** Writes the content of the logs to tables and returns the resulting state, which starts with a new log. */
    private DbState recover(DbState state, DirectoryFiles files, TableMaking making) throws IOException {
        List<VersionEdit> edits = new ArrayList<>();
        Epochs epochs = new Epochs(state);
        Replay.Spill spill = (family, memtable) -> {
            FamilyState target = state.family(family);
            Optional<FileMetadata> table =
                    making.recover(new ColumnFamily(family, target.name()), options.of(target.name()), memtable);
            table.ifPresent(file ->
                    edits.add(new VersionEdit().family(family).addFile(0, file.withEpoch(epochs.next(family)))));
        };
        Replay replay = new Replay(directory, state, options, Optional.of(spill));
        try {
            replay.run(files.logs());
            for (Map.Entry<Integer, LiveMemtable> entry : replay.memtables().entrySet()) {
                spill.accept(entry.getKey(), entry.getValue());
            }
        } catch (IOException | RuntimeException | Error e) {
            removeTables(edits, e);
            throw e;
        }
        lastSequence.set(replay.lastSequence());
        long log = nextFile.getAndIncrement();
        for (FamilyState family : state.families().values()) {
            edits.add(new VersionEdit().family(family.id()).logNumber(log));
        }
        edits.get(edits.size() - 1).minLogToKeep(log).nextFile(nextFile.get()).lastSequence(lastSequence.get());
        edits.add(new VersionEdit().beginLog(log, 0));
        DbState recovered = state.apply(edits);
        // the new tables' names must be on disk before the MANIFEST lists them
        InterruptSafeFile.forceDirectory(directory);
        return recovered;
    }

    /** Removes the new tables, so that a failed attempt to open changes nothing. */
    private void removeTables(List<VersionEdit> edits, Throwable failure) {
        for (VersionEdit edit : edits) {
            for (VersionEdit.AddedFile added : edit.addedFiles()) {
                try {
                    Files.deleteIfExists(FileNames.table(directory, added.file().number()));
                } catch (IOException e) {
                    failure.addSuppressed(e);
                }
            }
        }
    }

    /** Assigns epoch numbers to the level 0 files made during opening. */
    private static final class Epochs {
        private final DbState state;
        private final Map<Integer, Long> next = new HashMap<>();

        Epochs(DbState state) {
            this.state = state;
        }

        long next(int family) {
            return next.merge(family, state.family(family).nextEpoch(), (used, first) -> used + 1);
        }
    }

    private Db assemble(DbState recovered, TableMaking making, Closeable rest) throws IOException {
        BackgroundError error = new BackgroundError(options.listener(), counters);
        long log = recovered.family(0).logNumber();
        Wal wal = new Wal(directory, counters);
        wal.rotate(log); // before the MANIFEST names it, because opening fails if the first log is missing
        VersionSet versions = new VersionSet(directory, recovered, nextFile, lastSequence::get);
        wal.registerWith(versions);
        writeIdentity(recovered.dbId());
        for (FamilyState family : recovered.families().values()) {
            add(family, new LiveMemtable(log));
        }
        DirectoryFiles.deleteObsolete(directory, versions.state(), log);

        Flushes flushes = new Flushes(families, versions, wal, snapshots, making, counters);
        Compactions compactions = new Compactions(
                families,
                versions,
                snapshots,
                making,
                new MigrationRule(tables, options.codecs()),
                new FilterRule(tables, snapshots),
                counters);
        CheckpointFiles files = new CheckpointFiles(families, versions, wal, error);
        Optional<GroupFlushes> groupFlushes = options.ownLog()
                ? Optional.empty()
                : Optional.of(new GroupFlushes(families, versions, snapshots, making, counters, files));
        Background background =
                new Background(families, flushes, groupFlushes, compactions, making, error, options.backgroundJobs());
        Memtables memtables =
                new Memtables(families, wal, versions::newFile, error, counters, options, background::schedule);
        WriteQueue queue = new WriteQueue(new GroupCommit(families, memtables, wal, lastSequence, error, counters));
        DbWriter writer = new DbWriter(
                families,
                queue,
                memtables,
                versions,
                wal,
                background,
                compactions,
                new ManualCompaction(families, compactions, versions, error, background),
                new Checkpoint(directory, families, files, queue, memtables, error),
                new Ingestion(directory, options.codecs(), families, versions, lastSequence),
                error,
                counters,
                rest);
        snapshots.onReleased(writer::released);
        createMissing(writer);
        background.schedule();
        return new Db(families, snapshots, lastSequence, tables, statistics(), Optional.of(writer));
    }

    private void createMissing(DbWriter writer) throws IOException {
        for (Map.Entry<String, FamilyOptions> wanted : options.families().entrySet()) {
            if (families.named(wanted.getKey()).isEmpty()) {
                writer.create(wanted.getKey(), wanted.getValue());
            }
        }
    }

    private Statistics statistics() {
        return new Statistics(families, tables, options.codecs(), cache, bloom);
    }

    private void add(FamilyState family, LiveMemtable memtable) {
        ColumnFamily handle = new ColumnFamily(family.id(), family.name());
        families.add(handle, options.of(family.name()), memtable, family.version());
    }

    /** Writes the file IDENTITY, which RocksDB looks for; the id in the MANIFEST is authoritative. */
    private void writeIdentity(String dbId) throws IOException {
        Path identity = FileNames.identity(directory);
        byte[] text = dbId.getBytes(StandardCharsets.US_ASCII);
        if (dbId.isEmpty() || Files.exists(identity) && Arrays.equals(Files.readAllBytes(identity), text)) {
            return;
        }
        Path unfinished = FileNames.temp(directory, nextFile.getAndIncrement());
        Files.write(unfinished, text);
        try (FileChannel written = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        Files.move(unfinished, identity, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
