package io.narrows.node.replica;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import io.narrows.node.raftlog.SegmentedLog;
import java.nio.file.Path;

/** SOFAJRaft's own storage of votes and snapshots, with our log. */
final class StorageServices extends DefaultJRaftServiceFactory {
    @Override
    public LogStorage createLogStorage(String uri, RaftOptions options) {
        return new SegmentedLog(Path.of(uri));
    }
}
