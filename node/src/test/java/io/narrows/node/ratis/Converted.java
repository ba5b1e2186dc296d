package io.narrows.node.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.alipay.sofa.jraft.storage.snapshot.local.LocalSnapshotStorage;
import io.narrows.node.raftlog.SegmentedLog;
import io.narrows.node.vote.Vote;
import io.narrows.node.vote.VoteFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/** A converted member, as read by JRaft's storages. */
record Converted(
        long firstIndex,
        long lastIndex,
        List<String> entries,
        ConfigurationManager configurations,
        long term,
        String votedFor,
        SnapshotMeta snapshot,
        Set<String> snapshotFiles) {

    /** @throws AssertionError if JRaft cannot read it */
    static Converted read(Path member) throws IOException {
        Path replica = member.resolve("replica");
        ConfigurationManager configurations = new ConfigurationManager();
        LogStorageOptions options = new LogStorageOptions();
        options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
        options.setConfigurationManager(configurations);
        SegmentedLog log = new SegmentedLog(replica.resolve("log"));
        assertThat(log.init(options)).as("%s", log.failure()).isTrue();
        List<String> entries = new ArrayList<>();
        for (long index = log.getFirstLogIndex(); index <= log.getLastLogIndex(); index++) {
            entries.add(text(log.getEntry(index)));
        }
        long first = log.getFirstLogIndex();
        long last = log.getLastLogIndex();
        log.shutdown();

        Vote vote = VoteFile.in(replica).read();

        LocalSnapshotStorage snapshots =
                new LocalSnapshotStorage(replica.resolve("snapshots").toString(), null, new RaftOptions());
        assertThat(snapshots.init(null)).isTrue();
        SnapshotReader reader = snapshots.open();
        return new Converted(
                first,
                last,
                entries,
                configurations,
                vote.term(),
                vote.votedFor(),
                reader == null ? null : reader.load(),
                reader == null ? Set.of() : new TreeSet<>(reader.listFiles()));
    }

    /** Formats an entry like the list of Ratis entries. */
    private static String text(LogEntry entry) {
        String head = entry.getId().getIndex() + " " + entry.getId().getTerm() + " ";
        return head
                + switch (entry.getType()) {
                    case ENTRY_TYPE_DATA -> "data " + entry.getData().remaining() + " " + checksum(entry.getData());
                    case ENTRY_TYPE_CONFIGURATION ->
                        "configuration " + texts(entry.getPeers()) + " " + texts(entry.getOldPeers());
                    default -> "metadata";
                };
    }

    private static List<String> texts(List<PeerId> peers) {
        return peers == null
                ? List.of()
                : peers.stream().map(PeerId::toString).sorted().toList();
    }

    private static String checksum(ByteBuffer data) {
        CRC32C checksum = new CRC32C();
        checksum.update(data.duplicate());
        return Long.toHexString(checksum.getValue());
    }
}
