package io.narrows.node.raftlog;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.codec.LogEntryCodecFactory;
import java.nio.ByteBuffer;

/** Converts JRaft's entries to stored records: data is stored as it is, everything else in JRaft's encoding. */
final class EntryCodec {
    /** Part of the file format; must not change. */
    private static final byte DATA = 0;

    private static final byte CONFIGURATION = 1;
    private static final byte OTHER = 2;

    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final LogEntryCodecFactory codec;

    EntryCodec(LogEntryCodecFactory codec) {
        this.codec = codec;
    }

    static boolean isConfiguration(byte kind) {
        return kind == CONFIGURATION;
    }

    static byte kind(LogEntry entry) {
        if (entry.getType() == EntryType.ENTRY_TYPE_DATA) {
            return DATA;
        }
        return entry.getType() == EntryType.ENTRY_TYPE_CONFIGURATION ? CONFIGURATION : OTHER;
    }

    ByteBuffer encode(LogEntry entry) {
        if (kind(entry) != DATA) {
            return ByteBuffer.wrap(codec.encoder().encode(entry));
        }
        return entry.getData() == null ? EMPTY.duplicate() : entry.getData().duplicate();
    }

    /** @param data not copied */
    LogEntry decode(LogRecord stored, ByteBuffer data) {
        if (stored.kind() != DATA) {
            byte[] encoded = new byte[data.remaining()];
            data.duplicate().get(encoded);
            return codec.decoder().decode(encoded);
        }
        LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
        entry.setId(new LogId(stored.index(), stored.term()));
        entry.setData(data);
        return entry;
    }

    static ConfigurationEntry configuration(LogEntry entry) {
        ConfigurationEntry configuration = new ConfigurationEntry();
        configuration.setId(entry.getId().copy());
        configuration.setConf(new Configuration(entry.getPeers(), entry.getLearners()));
        if (entry.getOldPeers() != null) {
            configuration.setOldConf(new Configuration(entry.getOldPeers(), entry.getOldLearners()));
        }
        return configuration;
    }
}
