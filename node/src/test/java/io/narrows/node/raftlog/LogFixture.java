package io.narrows.node.raftlog;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Entries, and logs that contain them. */
final class LogFixture {
    private LogFixture() {}

    static LogStorageOptions options(ConfigurationManager configurations) {
        LogStorageOptions options = new LogStorageOptions();
        options.setConfigurationManager(configurations);
        options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
        return options;
    }

    static SegmentedLog open(Path directory) {
        SegmentedLog log = new SegmentedLog(directory);
        assertThat(log.init(options(new ConfigurationManager())))
                .as("%s", log.failure())
                .isTrue();
        return log;
    }

    static LogEntry data(long index, long term, byte[] bytes) {
        LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
        entry.setId(new LogId(index, term));
        entry.setData(ByteBuffer.wrap(bytes));
        return entry;
    }

    static LogEntry noOp(long index, long term) {
        LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_NO_OP);
        entry.setId(new LogId(index, term));
        return entry;
    }

    static LogEntry configuration(long index, long term, String... peers) {
        LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_CONFIGURATION);
        entry.setId(new LogId(index, term));
        entry.setPeers(peers(peers));
        return entry;
    }

    static List<PeerId> peers(String... peers) {
        List<PeerId> parsed = new ArrayList<>();
        for (String peer : peers) {
            parsed.add(PeerId.parsePeer(peer));
        }
        return parsed;
    }

    /** Returns consecutive entries of all kinds, mostly data of at most {@code maxBytes}. */
    static List<LogEntry> batch(Random random, long first, long term, int count, int maxBytes) {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(10);
            if (kind == 0) {
                entries.add(noOp(first + i, term));
            } else if (kind == 1) {
                entries.add(configuration(first + i, term, "127.0.0.1:" + (1 + random.nextInt(9999))));
            } else {
                byte[] bytes = new byte[random.nextInt(maxBytes + 1)];
                random.nextBytes(bytes);
                entries.add(data(first + i, term, bytes));
            }
        }
        return entries;
    }

    /** Returns the entry as a comparable string. */
    static String text(LogEntry entry) {
        return entry.getId() + " " + entry.getType() + " " + entry.getPeers() + " " + entry.getOldPeers() + " "
                + (entry.getData() == null
                        ? ""
                        : entry.getData().remaining() + ":" + entry.getData().hashCode());
    }

    static List<String> contents(SegmentedLog log) {
        List<String> found = new ArrayList<>();
        for (long index = log.getFirstLogIndex(); index <= log.getLastLogIndex(); index++) {
            LogEntry entry = log.getEntry(index);
            assertThat(entry).as("entry %d", index).isNotNull();
            found.add(text(entry));
        }
        return found;
    }

    static List<String> texts(List<LogEntry> entries) {
        return entries.stream().map(LogFixture::text).toList();
    }
}
