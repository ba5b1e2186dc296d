package io.narrows.lab.bench.db;

import java.io.IOException;

/** Writes {@code num} entries, one at a time. */
final class Fill implements Task {
    private final Workload workload;
    private final KeySequence sequence;
    private final Keys keys;
    private final Values values;

    Fill(Workload workload, KeySequence sequence) {
        this.workload = workload;
        this.sequence = sequence;
        this.keys = workload.keys();
        this.values = workload.values();
    }

    @Override
    public void run(Engine engine, OpTally tally) throws IOException {
        byte[] key = keys.allocate();
        try (Session session = engine.session()) {
            tally.start();
            for (long i = 0; i < workload.num(); i++) {
                keys.write(sequence.next(), key);
                session.put(key, values.next(workload.valueSize()));
                tally.done(workload.entrySize());
            }
        }
    }
}
