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
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The SST files of a database that are open, of all its column families. Each is opened when it is first asked for. It stays
 * open until it is {@linkplain #evict evicted}, or until more are open than allowed and others are used more; a file that is
 * in use is closed when that ends. Safe for use by many threads.
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

    /** Of all files that have been opened, until they are evicted. */
    private final Map<Long, TableSummary> summaries = new ConcurrentHashMap<>();

    private volatile boolean closed;

    public Tables(Path directory, Codecs codecs, BlockCache cache) {
        this(directory, codecs, cache, new FilterTally(), ALL);
    }

    /**
     * @param bloom of all its files
     * @param maxOpenFiles files that stay open while nobody uses them, or {@link #ALL}
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
        return builder.<Long, Table>removalListener((number, table, cause) -> table.giveUp())
                .build();
    }

    /**
     * A file, which is opened if it is not open; to be closed by the caller. Whoever asks sees to it that the file is not
     * evicted meanwhile.
     *
     * @throws java.nio.file.NoSuchFileException when it is not there
     * @throws io.narrows.storage.sst.CorruptTableException when it is damaged
     * @throws io.narrows.storage.sst.UnsupportedTableException when it has a feature that is not known here
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
                // one's own was retained before others could have it closed
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
            throw new IllegalStateException("file " + file.number() + " is asked for after its database was closed");
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

    /** All entries of an ingested file have one sequence number, which the file itself does not know. */
    private static OptionalLong ingestedAt(FileMetadata file) {
        return file.smallestSequence() == file.largestSequence()
                ? OptionalLong.of(file.largestSequence())
                : OptionalLong.empty();
    }

    /** The properties of a file, which need not be open for it if it has been before. */
    public TableProperties properties(FileMetadata file) throws IOException {
        return summary(file).properties();
    }

    /** The range deletions of a file, cut to its bounds. The file need not be open for it if it has been before. */
    public RangeTombstones tombstones(FileMetadata file) throws IOException {
        return summary(file).tombstones();
    }

    private TableSummary summary(FileMetadata file) throws IOException {
        TableSummary known = summaries.get(file.number());
        if (known != null) {
            return known;
        }
        try (Table table = open(file)) {
            return summaries.get(table.file().number());
        }
    }

    /**
     * The range deletions of all files of a version; only of those that have some. It takes as long as there are files: who
     * needs it often keeps it with the version.
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

    /** Bytes of indexes and filters that are in memory, but for files that are closed when their use ends. */
    public long memoryBytes() {
        return open.asMap().values().stream()
                .mapToLong(table -> table.reader().memoryBytes())
                .sum();
    }

    /** Files that stay open while nobody uses them. */
    public long openFiles() {
        open.cleanUp();
        return open.estimatedSize();
    }

    /** Closes a file if it is open. Nobody may be using it. */
    public void evict(long number) {
        open.invalidate(number);
        summaries.remove(number);
    }

    /** Closes all files. Nobody may be using one. */
    @Override
    public void close() {
        closed = true;
        open.invalidateAll();
        summaries.clear();
    }
}
