package io.narrows.bench.sst;

/**
 * A measured piece of work.
 *
 * @param task the task, the same for all engines
 * @param engine the engine that does it, with its settings
 */
record Trial(String task, String engine, Work work) {
    static final String OURS = "narrows";
    static final String ROCKSDB = "rocksdb";

    /** The work, done once per call. */
    interface Work {
        Outcome run() throws Exception;
    }

    /** Returns a short name of an engine with its number of threads. */
    static String threads(String engine, int threads) {
        return engine + ", " + threads + (threads == 1 ? " thread" : " threads");
    }

    @Override
    public String toString() {
        return task + ", " + engine;
    }
}
