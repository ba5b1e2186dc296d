package io.narrows.lab.bench.db;

import java.io.IOException;

/** Moves a cursor to random keys. Like db_bench, creates a new cursor for each. */
final class SeekRandom implements Task {
    private final Workload workload;
    private final KeySequence sequence;

    SeekRandom(Workload workload, KeySequence sequence) {
        this.workload = workload;
        this.sequence = sequence;
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        Keys keys = workload.keys();
        byte[] key = keys.allocate();
        try (Session session = engine.session()) {
            tally.start();
            for (long i = 0; i < workload.reads(); i++) {
                keys.write(sequence.next(), key);
                try (Cursor cursor = session.cursor()) {
                    boolean there = cursor.seek(key) && cursor.isAt(key);
                    tally.sought(1, there ? 1 : 0);
                }
                tally.done(0);
            }
        }
    }
}
