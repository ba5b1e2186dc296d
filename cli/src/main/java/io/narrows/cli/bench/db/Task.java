package io.narrows.cli.bench.db;

import java.io.IOException;

/** What one thread does in a benchmark. What it prepares when it is made is not measured. */
@FunctionalInterface
interface Task {
    /** @param engine null where the trial needs none */
    void run(Engine engine, OpTally tally) throws IOException;
}
