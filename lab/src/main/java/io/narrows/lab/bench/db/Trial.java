package io.narrows.lab.bench.db;

import java.util.function.IntFunction;

/**
 * A runnable benchmark.
 *
 * @param name in the report
 * @param database the database that it needs
 * @param isParallel whether every thread runs it, or only one
 * @param timedOneIn one call in this many is timed
 * @param tasks a thread's work, by a number that is unique within the run
 */
record Trial(String name, Database database, boolean isParallel, int timedOneIn, IntFunction<Task> tasks) {
    /** Requirement of a benchmark on the database. */
    enum Database {
        NONE,
        /** The existing database; empty if nothing was written before. */
        THERE,
        /** An empty database. */
        FRESH
    }
}
