package io.narrows.lab.play;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Received bytes, compared with the recording. Written by the player's thread, readable by any. */
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

    /** Returns the number of bytes that arrived as recorded. */
    public long equalBytes() {
        return equalBytes.get();
    }

    /**
     * Returns the number of bytes that arrived altered, are missing, or arrived without having been sent. A broken
     * connection counts as at least one.
     */
    public long mismatches() {
        return mismatches.get();
    }

    /** Returns the number of connections that have reached the far end. */
    public int connections() {
        return connections.get();
    }
}
