package io.narrows.node.ratis;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import io.narrows.node.ratis.file.RatisConfiguration;
import io.narrows.node.ratis.file.RatisEntry;
import java.io.IOException;
import java.nio.file.Path;

/** Converts Ratis entries to JRaft entries, keeping index and term. */
final class EntryConversion {
    private final Path source;

    /** @param source named in the message if an entry cannot be converted */
    EntryConversion(Path source) {
        this.source = source;
    }

    LogEntry convert(RatisEntry entry) throws IOException {
        LogEntry converted = new LogEntry(type(entry));
        converted.setId(new LogId(entry.getIndex(), entry.getTerm()));
        if (entry.hasData()) {
            converted.setData(entry.getData().getLogData().asReadOnlyByteBuffer());
        } else if (entry.hasConfiguration()) {
            RatisConfiguration configuration = entry.getConfiguration();
            converted.setPeers(Peers.of(configuration.getPeersList(), source));
            if (configuration.getOldPeersCount() > 0) {
                converted.setOldPeers(Peers.of(configuration.getOldPeersList(), source));
            }
        }
        return converted;
    }

    private EntryType type(RatisEntry entry) throws IOException {
        return switch (entry.getBodyCase()) {
            case DATA -> EntryType.ENTRY_TYPE_DATA;
            case CONFIGURATION -> EntryType.ENTRY_TYPE_CONFIGURATION;
            case METADATA -> EntryType.ENTRY_TYPE_NO_OP;
            case BODY_NOT_SET ->
                throw new UnconvertibleException(source, "entry " + entry.getIndex() + " has an unknown type");
        };
    }
}
