package io.narrows.storage.version;

import io.narrows.codec.Codecs;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.FilterTally;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The SST files of a database that are open, of all its column families. Each is opened when it is first asked for and stays
 * open until it is {@linkplain #evict evicted}. Safe for use by many threads.
 */
public final class Tables implements AutoCloseable {
    private final Path directory;
    private final Codecs codecs;
    private final BlockCache cache;
    private final FilterTally bloom;
    private final ConcurrentHashMap<Long, Table> open = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public Tables(Path directory, Codecs codecs, BlockCache cache) {
        this(directory, codecs, cache, new FilterTally());
    }

    /** @param bloom of all its files */
    public Tables(Path directory, Codecs codecs, BlockCache cache, FilterTally bloom) {
        this.directory = directory;
        this.codecs = codecs;
        this.cache = cache;
        this.bloom = bloom;
    }

    /**
     * A file, which is opened if it is not open. It may be used until it is evicted: whoever asks keeps the file alive.
     *
     * @throws java.nio.file.NoSuchFileException when it is not there
     * @throws io.narrows.storage.sst.CorruptTableException when it is damaged
     * @throws io.narrows.storage.sst.UnsupportedTableException when it has a feature that is not known here
     * @throws IllegalStateException after {@link #close}
     */
    public Table open(FileMetadata file) throws IOException {
        Table table = open.get(file.number());
        return table != null ? table : openFirst(file);
    }

    private Table openFirst(FileMetadata file) throws IOException {
        try {
            return open.computeIfAbsent(file.number(), number -> read(file));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Table read(FileMetadata file) {
        if (closed) {
            throw new IllegalStateException("file " + file.number() + " is asked for after its database was closed");
        }
        Path path = FileNames.existingTable(directory, file.number());
        try {
            return new Table(file, TableReader.open(path, codecs, cache, ingestedAt(file), bloom));
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

    /**
     * The range deletions of all files of a version, which are opened for it; only of those that have some. It takes as long as
     * there are files: who needs it often keeps it with the version.
     */
    public List<RangeTombstones> tombstones(Version version) throws IOException {
        List<RangeTombstones> tombstones = new ArrayList<>();
        for (FileMetadata file : version.all()) {
            RangeTombstones ofFile = open(file).tombstones();
            if (!ofFile.isEmpty()) {
                tombstones.add(ofFile);
            }
        }
        return tombstones;
    }

    /** Bytes of indexes and filters that are in memory. */
    public long memoryBytes() {
        return open.values().stream()
                .mapToLong(table -> table.reader().memoryBytes())
                .sum();
    }

    /** Closes a file if it is open. Nobody may be using it. */
    public void evict(long number) throws IOException {
        Table table = open.remove(number);
        if (table != null) {
            table.reader().close();
        }
    }

    /** Closes all files. Nobody may be using one. */
    @Override
    public void close() throws IOException {
        closed = true;
        IOException failure = null;
        for (Long number : List.copyOf(open.keySet())) {
            try {
                evict(number);
            } catch (IOException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
