package io.narrows.cli.bench.db;

import java.util.function.IntFunction;

/**
 * A benchmark as it is run.
 *
 * @param name in the report
 * @param database what it needs
 * @param isParallel whether each thread does it, or only one
 * @param timedOneIn one call of so many is timed
 * @param tasks what a thread does, by its number, which no other thread of the run has
 */
record Trial(String name, Database database, boolean isParallel, int timedOneIn, IntFunction<Task> tasks) {
    /** What a benchmark needs of a database. */
    enum Database {
        NONE,
        /** As it is; empty when nothing was written before. */
        THERE,
        /** An empty one. */
        FRESH
    }
}
