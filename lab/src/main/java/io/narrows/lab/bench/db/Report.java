package io.narrows.lab.bench.db;

import org.HdrHistogram.Histogram;

/** A sink for results, one at a time. */
interface Report {
    /** Discards results. */
    Report NONE = new Report() {
        @Override
        public void result(EngineKind engine, Figures figures, Histogram nanos) {}

        @Override
        public void statistics(EngineKind engine, String text) {}
    };

    /** @param nanos latencies of the timed calls */
    void result(EngineKind engine, Figures figures, Histogram nanos);

    /** Reports an engine's own statistics. */
    void statistics(EngineKind engine, String text);
}
