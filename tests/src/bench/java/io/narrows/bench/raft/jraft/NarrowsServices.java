package io.narrows.bench.raft.jraft;

import com.alipay.sofa.jraft.core.DefaultJRaftServiceFactory;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import java.nio.file.Path;

/** JRaft's own storage, but for the log. */
final class NarrowsServices extends DefaultJRaftServiceFactory {
    @Override
    public LogStorage createLogStorage(String uri, RaftOptions options) {
        return new SegmentedLog(Path.of(uri));
    }
}
