package io.narrows.node.raftlog;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Raft log in segment files. Appending a batch takes one write and one force. After a failed write or force it refuses all
 * further ones, because the kernel may have dropped the unwritten data. Only one thread at a time may change it, as JRaft
 * does; any thread may read.
 */
public final class SegmentedLog implements LogStorage {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentedLog.class);

    /**
     * The first index of JRaft. A converted log also has an entry 0, the group's first configuration, which is restored
     * when the log is opened and otherwise hidden.
     */
    private static final long FIRST = 1;

    /** Bytes of the longest entry that is kept in memory. */
    private static final int LONGEST_KEPT = 1 << 20;

    private final Path directory;
    private final SegmentSizes sizes;
    private final LongConsumer written;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final LogBatch batch = new LogBatch();
    private @Nullable Segments segments;
    private @Nullable EntryCodec codec;
    private long first;

    /** The last entry, whose term each append needs; null if it is long, or was not appended by this process. */
    private @Nullable LogEntry last;

    private volatile @Nullable IOException failure;

    /** @param directory created if missing; files not belonging to the log are left alone */
    public SegmentedLog(Path directory) {
        this(directory, nanos -> {});
    }

    /**
     * @param directory created if missing; files not belonging to the log are left alone
     * @param written receives the duration of each batch's write and force, in nanoseconds
     */
    public SegmentedLog(Path directory, LongConsumer written) {
        this(directory, SegmentSizes.DEFAULT, written);
    }

    SegmentedLog(Path directory, SegmentSizes sizes) {
        this(directory, sizes, nanos -> {});
    }

    private SegmentedLog(Path directory, SegmentSizes sizes, LongConsumer written) {
        this.directory = directory;
        this.sizes = sizes;
        this.written = written;
    }

    /** Returns the first entry of a log's first file, without opening it; empty if it has no files. */
    public static OptionalLong firstFile(Path directory) throws IOException {
        return Files.isDirectory(directory)
                ? SegmentFiles.in(directory).stream()
                        .mapToLong(SegmentFiles::first)
                        .findFirst()
                : OptionalLong.empty();
    }

    /** Adds the configurations in the log to the options' manager, if there is one. */
    @Override
    public boolean init(LogStorageOptions options) {
        try {
            codec = new EntryCodec(options.getLogEntryCodecFactory());
            segments = Segments.open(directory, sizes);
            first = Math.max(FIRST, segments.first());
            restore(options.getConfigurationManager());
            return true;
        } catch (IOException e) {
            failure = e;
            LOG.atError().setCause(e).addKeyValue("directory", directory).log("cannot open the Raft log");
            shutdown();
            return false;
        }
    }

    private void restore(@Nullable ConfigurationManager configurations) throws IOException {
        if (configurations == null) {
            return;
        }
        for (long index : segments().configurations()) {
            configurations.add(EntryCodec.configuration(Objects.requireNonNull(read(index))));
        }
    }

    /** Returns why the log could not be opened, or why it refuses writes. */
    public Optional<IOException> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void shutdown() {
        lock.writeLock().lock();
        try {
            if (segments != null) {
                segments.close();
                segments = null;
            }
        } catch (IOException e) {
            LOG.atWarn().setCause(e).addKeyValue("directory", directory).log("cannot close the Raft log");
        } finally {
            lock.writeLock().unlock();
        }
    }

    @Override
    public long getFirstLogIndex() {
        lock.readLock().lock();
        try {
            return first;
        } finally {
            lock.readLock().unlock();
        }
    }

    @Override
    public long getLastLogIndex() {
        lock.readLock().lock();
        try {
            return segments().next() - 1;
        } finally {
            lock.readLock().unlock();
        }
    }

    public boolean hasEntries() {
        lock.readLock().lock();
        try {
            return first < segments().next();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns the size of the log on disk; 0 before it is opened and after it is shut down. */
    public LogSize size() {
        lock.readLock().lock();
        try {
            return segments == null ? new LogSize(0, 0) : segments.size();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** Returns an entry, or null if it does not exist or cannot be read. */
    @Override
    public @Nullable LogEntry getEntry(long index) {
        lock.readLock().lock();
        try {
            return index < first || segments == null ? null : read(index);
        } catch (IOException e) {
            LOG.atError().setCause(e).addKeyValue("index", index).log("cannot read an entry of the Raft log");
            return null;
        } finally {
            lock.readLock().unlock();
        }
    }

    private @Nullable LogEntry read(long index) throws IOException {
        if (last != null && last.getId().getIndex() == index) {
            return last;
        }
        LogSegment segment = segments().holding(index);
        if (segment == null) {
            return null;
        }
        StoredEntry stored = segment.read(index);
        return codec().decode(stored.header(), stored.data());
    }

    @Override
    @Deprecated
    public long getTerm(long index) {
        LogEntry entry = getEntry(index);
        return entry == null ? 0 : entry.getId().getTerm();
    }

    @Override
    public boolean appendEntry(LogEntry entry) {
        return appendEntries(List.of(entry)) == 1;
    }

    /** Returns how many of the entries are on disk; fewer than given if the log has failed. */
    @Override
    public int appendEntries(List<LogEntry> entries) {
        int appended = 0;
        try {
            while (appended < entries.size()) {
                requireSound();
                appended += appendBatch(entries.subList(appended, entries.size()));
            }
        } catch (IOException | RuntimeException e) {
            fail("cannot append to the Raft log", e);
        }
        return appended;
    }

    private int appendBatch(List<LogEntry> entries) throws IOException {
        if (segments().last().isFull()) {
            change(Segments::roll);
        }
        LogSegment segment = segments().last();
        batch.begin(segment);
        for (int i = 0; i < entries.size() && !batch.isFull(); i++) {
            batch.add(entries.get(i), codec());
        }
        long began = System.nanoTime();
        segment.write(batch);
        written.accept(System.nanoTime() - began);
        int appended = batch.positions().count();
        change(changed -> {
            segment.publish(batch);
            keep(entries.get(appended - 1));
        });
        return appended;
    }

    private void keep(LogEntry entry) {
        boolean isLong = entry.getData() != null && entry.getData().remaining() > LONGEST_KEPT;
        last = isLong ? null : entry;
    }

    @Override
    public boolean truncatePrefix(long firstIndexKept) {
        return tryChange("cannot truncate the start of the Raft log", changed -> {
            if (firstIndexKept > changed.next()) {
                changed.restart(firstIndexKept);
                last = null;
            } else {
                changed.dropBefore(firstIndexKept);
            }
            first = Math.max(first, firstIndexKept);
        });
    }

    @Override
    public boolean truncateSuffix(long lastIndexKept) {
        return tryChange("cannot truncate the end of the Raft log", changed -> {
            changed.cut(lastIndexKept + 1);
            first = Math.max(FIRST, Math.min(first, lastIndexKept + 1));
            last = null;
        });
    }

    @Override
    public boolean reset(long nextLogIndex) {
        return tryChange("cannot reset the Raft log", changed -> {
            changed.restart(nextLogIndex);
            first = Math.max(FIRST, nextLogIndex);
            last = null;
        });
    }

    private interface Change {
        void on(Segments segments) throws IOException;
    }

    private boolean tryChange(String problem, Change change) {
        try {
            requireSound();
            change(change);
            return true;
        } catch (IOException | RuntimeException e) {
            fail(problem, e);
            return false;
        }
    }

    private Segments segments() {
        return Objects.requireNonNull(segments, "the log is not open");
    }

    private EntryCodec codec() {
        return Objects.requireNonNull(codec, "the log is not open");
    }

    /** Runs a change while no reads run. */
    private void change(Change change) throws IOException {
        lock.writeLock().lock();
        try {
            change.on(segments());
        } finally {
            lock.writeLock().unlock();
        }
    }

    private void requireSound() throws IOException {
        IOException earlier = failure;
        if (earlier != null) {
            throw new IOException("an earlier write to the log failed; restart this member", earlier);
        }
    }

    private void fail(String problem, Exception cause) {
        if (failure == null) {
            failure = cause instanceof IOException io ? io : new IOException(cause);
        }
        LOG.atError().setCause(cause).addKeyValue("directory", directory).log(problem);
    }
}
