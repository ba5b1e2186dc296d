package io.narrows.node.peer;

import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import java.util.List;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** An in-memory Raft log, lost with its member. */
final class MemoryLog implements LogStorage {
    private final NavigableMap<Long, LogEntry> entries = new ConcurrentSkipListMap<>();

    @Override
    public boolean init(LogStorageOptions options) {
        return true;
    }

    @Override
    public void shutdown() {}

    @Override
    public long getFirstLogIndex() {
        return entries.isEmpty() ? 1 : entries.firstKey();
    }

    @Override
    public long getLastLogIndex() {
        return entries.isEmpty() ? 0 : entries.lastKey();
    }

    @Override
    public LogEntry getEntry(long index) {
        return entries.get(index);
    }

    @Override
    @Deprecated
    public long getTerm(long index) {
        LogEntry entry = entries.get(index);
        return entry == null ? 0 : entry.getId().getTerm();
    }

    @Override
    public boolean appendEntry(LogEntry entry) {
        entries.put(entry.getId().getIndex(), entry);
        return true;
    }

    @Override
    public int appendEntries(List<LogEntry> appended) {
        appended.forEach(this::appendEntry);
        return appended.size();
    }

    @Override
    public boolean truncatePrefix(long firstIndexKept) {
        entries.headMap(firstIndexKept).clear();
        return true;
    }

    @Override
    public boolean truncateSuffix(long lastIndexKept) {
        entries.tailMap(lastIndexKept, false).clear();
        return true;
    }

    @Override
    public boolean reset(long nextLogIndex) {
        entries.clear();
        return true;
    }
}
