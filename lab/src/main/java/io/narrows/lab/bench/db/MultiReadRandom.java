package io.narrows.lab.bench.db;

import java.io.IOException;

/** Gets the values of several random keys per call, until as many keys as {@code reads} were requested. */
final class MultiReadRandom implements Task {
    private final Workload workload;
    private final KeySequence sequence;

    MultiReadRandom(Workload workload, KeySequence sequence) {
        this.workload = workload;
        this.sequence = sequence;
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        Keys keys = workload.keys();
        byte[][] batch = new byte[workload.batchSize()][];
        for (int i = 0; i < batch.length; i++) {
            batch[i] = keys.allocate();
        }
        try (Session session = engine.session()) {
            tally.start();
            for (long i = 0; i < workload.reads(); i += batch.length) {
                for (byte[] key : batch) {
                    keys.write(sequence.next(), key);
                }
                int found = session.multiGet(batch);
                tally.sought(batch.length, found);
                tally.done(batch.length, (long) found * workload.entrySize());
            }
        }
    }
}
