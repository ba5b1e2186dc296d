package io.narrows.node.raftlog;

import io.narrows.node.file.Directories;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The contiguous segments of a log; only the last is written to. Each change of the directory is forced before the next:
 * files are removed from the end or from the start, so that the rest is a valid log at any moment. Not thread-safe.
 */
final class Segments implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Segments.class);

    private final Path directory;
    private final SegmentSizes sizes;
    private final TreeMap<Long, LogSegment> byFirst = new TreeMap<>();
    private final List<Long> configurations = new ArrayList<>();

    /** @throws DamagedLogException if entries are missing or damaged, except by an unfinished last write */
    static Segments open(Path directory, SegmentSizes sizes) throws IOException {
        Segments opened = new Segments(directory, sizes);
        try {
            opened.load();
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private Segments(Path directory, SegmentSizes sizes) {
        this.sizes = sizes;
        this.directory = directory;
    }

    private void load() throws IOException {
        Files.createDirectories(directory);
        Directories.forceParent(directory); // a killed process may have created it without a force
        List<Path> files = SegmentFiles.in(directory);
        for (int i = 0; i < files.size(); i++) {
            load(files.get(i), i + 1 == files.size());
        }
        if (byFirst.isEmpty()) {
            begin(1);
            return;
        }
        // A killed process may have left entries and file names that are only in the page cache.
        last().force();
        Directories.force(directory);
    }

    private void load(Path file, boolean isLast) throws IOException {
        long first = SegmentFiles.first(file);
        if (!byFirst.isEmpty() && first != last().next()) {
            throw DamagedLogException.gap(file, first, last().next());
        }
        InterruptSafeFile reading = InterruptSafeFile.open(file);
        LogSegment segment;
        SegmentScan scan;
        try {
            scan = new SegmentScan(file, first, reading, isLast);
            segment = LogSegment.open(file, sizes, first, reading, scan);
        } catch (IOException e) {
            reading.close();
            throw e;
        }
        byFirst.put(first, segment);
        configurations.addAll(scan.configurations());
        if (scan.isTorn()) {
            LOG.atWarn()
                    .addKeyValue("file", file)
                    .addKeyValue("offset", scan.end())
                    .addKeyValue("lastEntry", segment.next() - 1)
                    .log(
                            "truncated an incomplete write at the end of the log, probably caused by a power loss or a killed"
                                    + " process");
            segment.cut(segment.next());
        }
    }

    /** Returns the indices of the membership entries found when the log was opened. */
    List<Long> configurations() {
        return configurations;
    }

    LogSegment last() {
        return byFirst.lastEntry().getValue();
    }

    long first() {
        return byFirst.firstKey();
    }

    long next() {
        return last().next();
    }

    /** Returns the size of all files. */
    LogSize size() {
        return new LogSize(
                byFirst.values().stream().mapToLong(LogSegment::fileBytes).sum(), byFirst.size());
    }

    /** Returns the segment with an entry, or null. */
    @Nullable
    LogSegment holding(long index) {
        Map.Entry<Long, LogSegment> floor = byFirst.floorEntry(index);
        return floor == null || index >= floor.getValue().next() ? null : floor.getValue();
    }

    /** Starts the next segment. */
    void roll() throws IOException {
        LogSegment full = last();
        full.seal();
        begin(full.next());
    }

    private void begin(long first) throws IOException {
        byFirst.put(first, LogSegment.create(directory, sizes, first));
    }

    /** Deletes the segments whose entries are all before an index, except the last segment. */
    void dropBefore(long firstKept) throws IOException {
        while (byFirst.size() > 1 && byFirst.firstEntry().getValue().next() <= firstKept) {
            byFirst.pollFirstEntry().getValue().delete();
        }
    }

    /** Truncates the log from an entry on. */
    void cut(long from) throws IOException {
        while (byFirst.size() > 1 && byFirst.lastKey() >= from) {
            byFirst.pollLastEntry().getValue().delete();
        }
        if (from < first()) {
            restart(from);
            return;
        }
        last().cut(from);
    }

    /**
     * Deletes all entries; the next one will have the given index. The first file is emptied and renamed, so that the log is
     * never without a file, which would look like a lost log.
     */
    void restart(long next) throws IOException {
        while (byFirst.size() > 1) {
            byFirst.pollLastEntry().getValue().delete();
        }
        LogSegment left = last();
        left.cut(left.first());
        if (left.first() != next) {
            LogSegment renamed = left.renamed(next);
            byFirst.clear();
            byFirst.put(next, renamed);
        }
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (LogSegment segment : byFirst.values()) {
            try {
                segment.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        byFirst.clear();
        if (failure != null) {
            throw failure;
        }
    }
}
