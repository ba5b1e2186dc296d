package io.narrows.cli.bench.db;

import org.HdrHistogram.Histogram;

/** Where results go, one by one. */
interface Report {
    /** Forgets them. */
    Report NONE = new Report() {
        @Override
        public void result(EngineKind engine, Figures figures, Histogram nanos) {}

        @Override
        public void statistics(EngineKind engine, String text) {}
    };

    /** @param nanos of the calls that were timed */
    void result(EngineKind engine, Figures figures, Histogram nanos);

    /** What an engine says of itself. */
    void statistics(EngineKind engine, String text);
}
