package io.narrows.lab.bench.db;

import java.io.IOException;

/** Reads consecutive entries from one end of the database, up to the other end or {@code reads} entries. */
final class Walk implements Task {
    /** A sampling rate, since a step from one entry to the next takes about as long as reading the clock. */
    static final int TIMED_ONE_IN = 16;

    private final Workload workload;
    private final boolean backward;

    private Walk(Workload workload, boolean backward) {
        this.workload = workload;
        this.backward = backward;
    }

    static Walk forward(Workload workload) {
        return new Walk(workload, false);
    }

    static Walk backward(Workload workload) {
        return new Walk(workload, true);
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        try (Session session = engine.session();
                Cursor cursor = session.cursor()) {
            tally.start();
            boolean there = backward ? cursor.seekToLast() : cursor.seekToFirst();
            for (long i = 0; there && i < workload.reads(); i++) {
                tally.done(cursor.read());
                there = backward ? cursor.prev() : cursor.next();
            }
        }
    }
}
