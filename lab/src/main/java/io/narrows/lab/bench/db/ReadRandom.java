package io.narrows.lab.bench.db;

import java.io.IOException;

/** Gets the values of random keys. */
final class ReadRandom implements Task {
    private final Workload workload;
    private final KeySequence sequence;

    ReadRandom(Workload workload, KeySequence sequence) {
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
                int length = session.get(key);
                boolean there = length != Session.ABSENT;
                tally.sought(1, there ? 1 : 0);
                tally.done(there ? key.length + length : 0);
            }
        }
    }
}
