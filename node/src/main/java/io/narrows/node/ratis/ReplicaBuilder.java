package io.narrows.node.ratis;

import com.alipay.sofa.jraft.entity.LocalFileMetaOutter.FileSource;
import com.alipay.sofa.jraft.entity.LocalFileMetaOutter.LocalFileMeta;
import com.alipay.sofa.jraft.entity.LocalStorageOutter.LocalSnapshotPbMeta;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import io.narrows.node.raftlog.SegmentedLog;
import io.narrows.node.ratis.file.RatisConfiguration;
import io.narrows.node.ratis.file.RatisEntry;
import io.narrows.node.vote.Vote;
import io.narrows.node.vote.VoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes a member's JRaft files.
 *
 * <pre>
 *   log/                              the log
 *   vote                              term and vote
 *   snapshots/snapshot_INDEX/         __raft_snapshot_meta, and db/ with links to the files of the old snapshot
 * </pre>
 */
final class ReplicaBuilder {
    private static final int BATCH_BYTES = 4 << 20;

    private final RatisDirectory source;
    private final Path target;

    /** @param target must not exist */
    ReplicaBuilder(RatisDirectory source, Path target) {
        this.source = source;
        this.target = target;
    }

    void build() throws IOException {
        RatisLog log = source.log();
        RatisLogSummary summary = log.summary();
        Optional<RatisSnapshot> snapshot = source.youngestSnapshot();
        if (snapshot.isEmpty() && !summary.isEmpty() && summary.first() > 0) {
            throw new UnconvertibleException(
                    source.current(),
                    "begins with entry " + summary.first() + ", but no snapshot covers the entries before it");
        }
        Files.createDirectories(target);
        writeVote(summary);
        if (snapshot.isPresent()) {
            writeSnapshot(snapshot.get(), configuration(snapshot.get(), summary));
        }
        writeLog(log, summary, snapshot);
    }

    private void writeVote(RatisLogSummary log) throws IOException {
        Vote vote = source.vote();
        long term = Math.max(vote.term(), log.lastTerm());
        boolean voted = term == vote.term() && !vote.votedFor().isEmpty();
        String votedFor = voted ? Peers.of(vote.votedFor(), source.current()).toString() : "";
        VoteFile.in(target).write(new Vote(term, votedFor));
    }

    /**
     * Returns the configuration in force at a snapshot. If only later ones are known, it is derived from the next one: a
     * configuration change names the previous members, and a new leader's configuration repeats them.
     */
    private RatisConfiguration configuration(RatisSnapshot snapshot, RatisLogSummary log) throws IOException {
        RatisConfiguration logged = log.configurationAt(snapshot.index());
        if (logged != null) {
            return logged;
        }
        Optional<RatisEntry> last = source.configuration();
        if (last.isPresent() && last.get().getIndex() <= snapshot.index()) {
            return last.get().getConfiguration();
        }
        RatisConfiguration next = log.configurationBehind(snapshot.index());
        if (next == null) {
            next = last.orElseThrow(() -> new UnconvertibleException(
                            source.current(), "no configuration of the group is known at entry " + snapshot.index()))
                    .getConfiguration();
        }
        return next.getOldPeersCount() == 0
                ? next
                : RatisConfiguration.newBuilder()
                        .addAllPeers(next.getOldPeersList())
                        .build();
    }

    private void writeSnapshot(RatisSnapshot snapshot, RatisConfiguration configuration) throws IOException {
        Path made = target.resolve("snapshots").resolve("snapshot_" + snapshot.index());
        Path database = Files.createDirectories(made.resolve("db"));
        LocalSnapshotPbMeta.Builder table = LocalSnapshotPbMeta.newBuilder().setMeta(meta(snapshot, configuration));
        for (Path file : snapshot.files()) {
            String name = file.getFileName().toString();
            Files.createLink(database.resolve(name), file);
            table.addFiles(LocalSnapshotPbMeta.File.newBuilder()
                    .setName("db/" + name)
                    .setMeta(LocalFileMeta.newBuilder().setSource(FileSource.FILE_SOURCE_LOCAL)));
        }
        ProtoBufFiles.write(made.resolve("__raft_snapshot_meta"), table.build());
    }

    private SnapshotMeta meta(RatisSnapshot snapshot, RatisConfiguration configuration) throws IOException {
        return SnapshotMeta.newBuilder()
                .setLastIncludedIndex(snapshot.index())
                .setLastIncludedTerm(snapshot.term())
                .addAllPeers(texts(Peers.of(configuration.getPeersList(), source.current())))
                .addAllOldPeers(texts(Peers.of(configuration.getOldPeersList(), source.current())))
                .build();
    }

    private static List<String> texts(List<PeerId> peers) {
        return peers.stream().map(PeerId::toString).toList();
    }

    /** Writes the log, or an empty one after the snapshot if the log does not reach the snapshot or disagrees with it. */
    private void writeLog(RatisLog log, RatisLogSummary summary, Optional<RatisSnapshot> snapshot) throws IOException {
        SegmentedLog made = new SegmentedLog(target.resolve("log"));
        LogStorageOptions options = new LogStorageOptions();
        options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
        try {
            require(made, made.init(options));
            if (snapshot.isPresent() && !continues(summary, snapshot.get())) {
                require(made, made.reset(snapshot.get().index() + 1));
            } else if (!summary.isEmpty()) {
                require(made, made.reset(summary.first()));
                append(log, made);
            }
        } finally {
            made.shutdown();
        }
    }

    private boolean continues(RatisLogSummary log, RatisSnapshot snapshot) throws IOException {
        if (log.isEmpty() || log.last() < snapshot.index()) {
            return false;
        }
        if (log.first() > snapshot.index() + 1) {
            throw new UnconvertibleException(
                    source.current(),
                    "begins with entry " + log.first() + ", but the snapshot ends with " + snapshot.index());
        }
        return log.first() > snapshot.index() || log.term(snapshot.index()) == snapshot.term();
    }

    private void append(RatisLog log, SegmentedLog made) throws IOException {
        EntryConversion conversion = new EntryConversion(source.current());
        List<LogEntry> batch = new ArrayList<>();
        long[] bytes = {0};
        log.read(entry -> {
            if (entry.getIndex() == 0 && !entry.hasConfiguration()) {
                throw new UnconvertibleException(source.current(), "entry 0 is not the group's first configuration");
            }
            batch.add(conversion.convert(entry));
            bytes[0] += entry.getSerializedSize();
            if (bytes[0] > BATCH_BYTES) {
                flush(batch, made);
                bytes[0] = 0;
            }
        });
        flush(batch, made);
    }

    private static void flush(List<LogEntry> batch, SegmentedLog made) throws IOException {
        require(made, made.appendEntries(batch) == batch.size());
        batch.clear();
    }

    private static void require(SegmentedLog log, boolean done) throws IOException {
        if (!done) {
            throw new IOException(
                    "cannot write the converted log", log.failure().orElse(null));
        }
    }
}
