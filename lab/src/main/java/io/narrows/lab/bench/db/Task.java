package io.narrows.lab.bench.db;

import java.io.IOException;

/** One thread's work in a benchmark. Preparation in its constructor is not measured. */
@FunctionalInterface
interface Task {
    /** @param engine not to be used if the trial needs none */
    void run(Engine engine, OpTally tally) throws IOException;
}
