package io.narrows.storage.version;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.narrows.codec.Codecs;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.FileCache;
import io.narrows.storage.sst.FilterTally;
import io.narrows.storage.sst.TableProperties;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open SST files of a database, of all its column families. A file is opened when it is first requested. It stays
 * open until it is {@linkplain #evict evicted}, or until too many files are open and others are used more; a file in
 * use is closed when that use ends. Thread-safe.
 */
public final class Tables implements AutoCloseable {
    /** No limit on open files. */
    public static final int ALL = -1;

    private final Path directory;
    private final Codecs codecs;
    private final BlockCache cache;
    private final FilterTally bloom;
    private final boolean bounded;
    private final Cache<Long, Table> open;

    /** Summaries of all files opened so far, until they are evicted. */
    private final Map<Long, TableSummary> summaries = new ConcurrentHashMap<>();

    private volatile boolean closed;

    public Tables(Path directory, Codecs codecs, BlockCache cache) {
        this(directory, codecs, cache, new FilterTally(), ALL);
    }

    /**
     * @param bloom filter statistics of all files
     * @param maxOpenFiles number of files that stay open while not in use, or {@link #ALL}
     */
    public Tables(Path directory, Codecs codecs, BlockCache cache, FilterTally bloom, int maxOpenFiles) {
        this.directory = directory;
        this.codecs = codecs;
        this.cache = cache;
        this.bloom = bloom;
        this.bounded = maxOpenFiles != ALL;
        this.open = opened(maxOpenFiles);
    }

    private static Cache<Long, Table> opened(int maxOpenFiles) {
        Caffeine<Object, Object> builder = Caffeine.newBuilder().executor(Runnable::run);
        if (maxOpenFiles != ALL) {
            builder.maximumSize(maxOpenFiles);
        }
        return builder.<Long, Table>removalListener(
                        (number, table, cause) -> Objects.requireNonNull(table).giveUp())
                .build();
    }

    /**
     * Returns a file, opened if necessary; the caller must close it and make sure that it is not evicted before that.
     *
     * @throws java.nio.file.NoSuchFileException if it does not exist
     * @throws io.narrows.storage.sst.CorruptTableException if it is damaged
     * @throws io.narrows.storage.sst.UnsupportedTableException if it uses a feature that is not supported
     * @throws IllegalStateException after {@link #close}
     */
    public Table open(FileMetadata file) throws IOException {
        Table table = open.getIfPresent(file.number());
        return table != null && table.tryRetain() ? table : openFirst(file);
    }

    private Table openFirst(FileMetadata file) throws IOException {
        try {
            while (true) {
                Table[] own = new Table[1];
                Table table = open.get(file.number(), number -> own[0] = read(file));
                // a table opened by this call was retained before other threads could have it closed
                if (table == own[0] || table.tryRetain()) {
                    return table;
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Opens a file, retained for the caller. */
    private Table read(FileMetadata file) {
        if (closed) {
            throw new IllegalStateException("file " + file.number() + " was requested after its database was closed");
        }
        Path path = FileNames.existingTable(directory, file.number());
        try {
            TableSummary known = summaries.get(file.number());
            FileCache blocks = known == null ? cache.newFile() : known.blocks();
            TableReader reader = TableReader.open(path, codecs, blocks, ingestedAt(file), bloom);
            Table table = new Table(file, reader, bounded);
            table.tryRetain();
            if (known == null) {
                summaries.put(file.number(), new TableSummary(table.tombstones(), reader.properties(), blocks));
            }
            return table;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the sequence number of an ingested file's entries, which the file itself does not contain. */
    private static OptionalLong ingestedAt(FileMetadata file) {
        return file.smallestSequence() == file.largestSequence()
                ? OptionalLong.of(file.largestSequence())
                : OptionalLong.empty();
    }

    /** Returns the properties of a file. Does not reopen a file that was open before. */
    public TableProperties properties(FileMetadata file) throws IOException {
        return summary(file).properties();
    }

    /** Returns the range deletions of a file, clipped to its bounds. Does not reopen a file that was open before. */
    public RangeTombstones tombstones(FileMetadata file) throws IOException {
        return summary(file).tombstones();
    }

    private TableSummary summary(FileMetadata file) throws IOException {
        TableSummary known = summaries.get(file.number());
        if (known != null) {
            return known;
        }
        try (Table table = open(file)) {
            return Objects.requireNonNull(summaries.get(table.file().number()));
        }
    }

    /**
     * Returns the range deletions of the version's files that have any. Takes time proportional to the number of files;
     * frequent callers should cache the result with the version.
     */
    public List<RangeTombstones> tombstones(Version version) throws IOException {
        List<RangeTombstones> tombstones = new ArrayList<>();
        for (FileMetadata file : version.all()) {
            RangeTombstones ofFile = tombstones(file);
            if (!ofFile.isEmpty()) {
                tombstones.add(ofFile);
            }
        }
        return tombstones;
    }

    /**
     * Returns the bytes of indexes and filters in memory, without those of files that will be closed when their use
     * ends.
     */
    public long memoryBytes() {
        return open.asMap().values().stream()
                .mapToLong(table -> table.reader().memoryBytes())
                .sum();
    }

    /** Returns the number of files that stay open while not in use. */
    public long openFiles() {
        open.cleanUp();
        return open.estimatedSize();
    }

    /** Closes a file if it is open. It must not be in use. */
    public void evict(long number) {
        open.invalidate(number);
        summaries.remove(number);
    }

    /** Closes all files. None may be in use. */
    @Override
    public void close() {
        closed = true;
        open.invalidateAll();
        summaries.clear();
    }
}
