package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.codec.LogEntryDecoder;
import com.alipay.sofa.jraft.entity.codec.LogEntryEncoder;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log in files {@code INDEX.log}, each named by its first entry. A batch is one write and one force. A last entry that is torn is
 * cut off when the log is opened; damage that a valid entry follows is refused.
 */
final class SegmentedLog implements LogStorage {
    private static final Logger LOG = LoggerFactory.getLogger(SegmentedLog.class);
    static final int SEGMENT_BYTES = 32 << 20;

    private final Path directory;
    private final TreeMap<Long, LogSegment> segments = new TreeMap<>();
    private LogEntryEncoder encoder;
    private LogEntryDecoder decoder;
    private ConfigurationManager configurations;
    private ByteBuffer batch = ByteBuffer.allocateDirect(1 << 20);

    SegmentedLog(Path directory) {
        this.directory = directory;
    }

    @Override
    public boolean init(LogStorageOptions options) {
        encoder = options.getLogEntryCodecFactory().encoder();
        decoder = options.getLogEntryCodecFactory().decoder();
        configurations = options.getConfigurationManager();
        try {
            Files.createDirectories(directory);
            List<Path> files;
            try (Stream<Path> found = Files.list(directory)) {
                files = found.filter(file -> file.toString().endsWith(".log"))
                        .sorted()
                        .toList();
            }
            long expected = -1;
            for (int i = 0; i < files.size(); i++) {
                LogSegment segment = LogSegment.open(files.get(i), i + 1 == files.size());
                if (expected >= 0 && segment.first() != expected) {
                    throw new IOException(
                            files.get(i) + " begins at " + segment.first() + " (expected: " + expected + ")");
                }
                expected = segment.next();
                segments.put(segment.first(), segment);
                for (long index = segment.first(); index < segment.next(); index++) {
                    if (segment.isConfiguration(index)) {
                        remember(decode(index, segment.read(index)));
                    }
                }
            }
            if (segments.isEmpty()) {
                begin(1);
            }
            return true;
        } catch (IOException e) {
            LOG.atError().setCause(e).log("The log cannot be opened");
            return false;
        }
    }

    private void remember(LogEntry entry) {
        ConfigurationEntry configuration = new ConfigurationEntry();
        configuration.setId(new LogId(entry.getId().getIndex(), entry.getId().getTerm()));
        configuration.setConf(new Configuration(entry.getPeers(), entry.getLearners()));
        if (entry.getOldPeers() != null) {
            configuration.setOldConf(new Configuration(entry.getOldPeers(), entry.getOldLearners()));
        }
        configurations.add(configuration);
    }

    private LogSegment begin(long first) throws IOException {
        LogSegment made = LogSegment.create(directory, first, SEGMENT_BYTES);
        segments.put(first, made);
        return made;
    }

    @Override
    public synchronized void shutdown() {
        try {
            for (LogSegment segment : segments.values()) {
                segment.close();
            }
            segments.clear();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized long getFirstLogIndex() {
        return segments.firstKey();
    }

    @Override
    public synchronized long getLastLogIndex() {
        return segments.lastEntry().getValue().next() - 1;
    }

    @Override
    public LogEntry getEntry(long index) {
        try {
            byte[] stored;
            synchronized (this) {
                LogSegment segment = holding(index);
                if (segment == null) {
                    return null;
                }
                stored = segment.read(index);
            }
            return decode(index, stored);
        } catch (IOException e) {
            LOG.atError().setCause(e).addKeyValue("index", index).log("An entry of the log cannot be read");
            return null;
        }
    }

    @Override
    @Deprecated
    public long getTerm(long index) {
        synchronized (this) {
            LogSegment segment = holding(index);
            return segment == null ? 0 : segment.term(index);
        }
    }

    private LogSegment holding(long index) {
        var floor = segments.floorEntry(index);
        return floor == null || index >= floor.getValue().next() ? null : floor.getValue();
    }

    /** Kind 0: data as it is; kind 1: the codec's encoding. */
    private LogEntry decode(long index, byte[] stored) {
        if (stored[0] == 1) {
            byte[] encoded = new byte[stored.length - 9];
            System.arraycopy(stored, 9, encoded, 0, encoded.length);
            return decoder.decode(encoded);
        }
        LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
        entry.setId(new LogId(index, ByteBuffer.wrap(stored).getLong(1)));
        entry.setData(ByteBuffer.wrap(stored, 9, stored.length - 9).slice());
        return entry;
    }

    @Override
    public boolean appendEntry(LogEntry entry) {
        return appendEntries(List.of(entry)) == 1;
    }

    @Override
    public int appendEntries(List<LogEntry> entries) {
        try {
            // Reads go on meanwhile: only the disk's thread changes segments, and what is forced is shown after it.
            LogSegment last;
            synchronized (this) {
                last = segments.lastEntry().getValue();
                if (last.isFull()) {
                    last = begin(last.next());
                }
            }
            batch.clear();
            LogSegment.Batch records = last.batch();
            for (LogEntry entry : entries) {
                if (entry.getType() == EntryType.ENTRY_TYPE_DATA) {
                    batch = records.add(
                            batch,
                            (byte) 0,
                            entry.getId().getTerm(),
                            entry.getData().duplicate());
                } else {
                    batch = records.add(
                            batch, (byte) 1, entry.getId().getTerm(), ByteBuffer.wrap(encoder.encode(entry)));
                }
            }
            batch.flip();
            last.write(batch);
            synchronized (this) {
                last.show(records);
            }
            return entries.size();
        } catch (IOException e) {
            LOG.atError().setCause(e).log("The log cannot be written");
            return 0;
        }
    }

    @Override
    public synchronized boolean truncatePrefix(long firstIndexKept) {
        try {
            if (firstIndexKept > getLastLogIndex() + 1) {
                return reset(firstIndexKept);
            }
            while (segments.size() > 1 && segments.firstEntry().getValue().next() <= firstIndexKept) {
                segments.pollFirstEntry().getValue().delete();
            }
            configurations.truncatePrefix(firstIndexKept);
            return true;
        } catch (IOException e) {
            LOG.atError().setCause(e).log("The log cannot be cut");
            return false;
        }
    }

    @Override
    public synchronized boolean truncateSuffix(long lastIndexKept) {
        try {
            while (segments.lastKey() > lastIndexKept + 1
                    || segments.lastKey() > lastIndexKept && segments.size() > 1) {
                segments.pollLastEntry().getValue().delete();
            }
            segments.lastEntry().getValue().cut(lastIndexKept + 1);
            configurations.truncateSuffix(lastIndexKept);
            return true;
        } catch (IOException e) {
            LOG.atError().setCause(e).log("The log cannot be cut");
            return false;
        }
    }

    @Override
    public synchronized boolean reset(long nextLogIndex) {
        try {
            // The new beginning first would overlap: a crash between leaves an empty log, which the snapshot is ahead
            // of.
            while (!segments.isEmpty()) {
                segments.pollLastEntry().getValue().delete();
            }
            begin(nextLogIndex);
            return true;
        } catch (IOException e) {
            LOG.atError().setCause(e).log("The log cannot be begun anew");
            return false;
        }
    }
}
