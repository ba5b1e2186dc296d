package io.narrows.storage.bench.sst;

/**
 * One thing to measure.
 *
 * @param task what is done, alike for all engines
 * @param engine who does it, and with what settings
 */
record Trial(String task, String engine, Work work) {
    static final String OURS = "narrows";
    static final String ROCKSDB = "rocksdb";

    /** Does it once. */
    interface Work {
        Outcome run() throws Exception;
    }

    /** For short names of engines with a number of threads. */
    static String threads(String engine, int threads) {
        return engine + ", " + threads + (threads == 1 ? " thread" : " threads");
    }

    @Override
    public String toString() {
        return task + ", " + engine;
    }
}
