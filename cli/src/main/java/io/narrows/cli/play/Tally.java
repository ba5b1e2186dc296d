package io.narrows.cli.play;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What arrived, compared with what was recorded. The player counts, everybody may read. */
public final class Tally {
    private final AtomicLong equalBytes = new AtomicLong();
    private final AtomicLong mismatches = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();

    void equal(long bytes) {
        equalBytes.addAndGet(bytes);
    }

    void mismatch(long bytes) {
        mismatches.addAndGet(bytes);
    }

    void opened() {
        connections.incrementAndGet();
    }

    /** Bytes that arrived as they were recorded. */
    public long equalBytes() {
        return equalBytes.get();
    }

    /** Bytes that arrived otherwise, not at all, or that nobody had sent. A connection that broke counts at least one. */
    public long mismatches() {
        return mismatches.get();
    }

    /** Connections that reached the far end so far. */
    public int connections() {
        return connections.get();
    }
}
