package io.narrows.storage.support;

import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.sst.TableProperties;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Filters that drop nothing; each flush waits until it is allowed. */
public final class HeldFlushes implements CompactionFilterFactory, AutoCloseable {
    private static final long PATIENCE_SECONDS = 30;
    private static final int ALL = Integer.MAX_VALUE / 2;

    private final FixedFilters keeping = new FixedFilters(CompactionFilter.Decision.KEEP, 0);
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore allowed = new Semaphore(0);
    private final Runnable onAllowed;

    public HeldFlushes() {
        this(() -> {});
    }

    /** @param onAllowed run by each flush once it is allowed */
    public HeldFlushes(Runnable onAllowed) {
        this.onAllowed = onAllowed;
    }

    /** Waits until as many more flushes have begun. */
    public void awaitBegun(int flushes) throws InterruptedException {
        if (!begun.tryAcquire(flushes, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("no flush begins");
        }
    }

    /** Allows one flush. */
    public void allow() {
        allowed.release();
    }

    /** Allows all flushes, so that the database can be closed. */
    @Override
    public void close() {
        allowed.release(ALL);
    }

    @Override
    public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) {
        begun.release();
        allowed.acquireUninterruptibly();
        onAllowed.run();
        return keeping.filter(inputs, others);
    }

    @Override
    public long sequence() {
        return keeping.sequence();
    }

    @Override
    public boolean shrinks(TableProperties file, long newestProtected) {
        return false;
    }

    @Override
    public boolean supersedes(TableProperties file) {
        return false;
    }
}
