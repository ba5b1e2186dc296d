package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.RaftMetaStorage;
import io.narrows.node.raftlog.SegmentedLog;
import io.narrows.node.vote.VoteFile;
import io.narrows.node.vote.VoteStorage;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores a member's log and vote in our own files, which may be on any file system, and its snapshots in SOFAJRaft's
 * storage.
 */
final class StorageServices extends DefaultJRaftServiceFactory {
    private final ReplicaDirectory directory;
    private final LongConsumer written;
    private @Nullable SegmentedLog log;

    /** @param written receives the duration of each log write, in nanoseconds */
    StorageServices(ReplicaDirectory directory, LongConsumer written) {
        this.directory = directory;
        this.written = written;
    }

    /** Returns the log, after SOFAJRaft has opened it. */
    SegmentedLog log() {
        return Objects.requireNonNull(log);
    }

    @Override
    public LogStorage createLogStorage(String uri, RaftOptions options) {
        SegmentedLog created = new SegmentedLog(directory.log(), written);
        log = created;
        return created;
    }

    /** Called by SOFAJRaft after the log is opened. */
    @Override
    public RaftMetaStorage createRaftMetaStorage(String uri, RaftOptions options) {
        return new VoteStorage(VoteFile.in(directory.path()), log()::hasEntries);
    }
}
