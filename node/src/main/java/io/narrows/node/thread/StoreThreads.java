package io.narrows.node.thread;

/**
 * Sizes of the store's thread pools, which grow with the processors of its process. Each has at least two threads, so
 * that one busy thread does not block everything, and an upper bound, because the sidecar and the database on the same
 * machine need processors too.
 *
 * @param network clients' event loops, 2 to 8
 * @param reads threads for reads of single keys, and as many for ranges, 2 to 8
 * @param answers threads that continue requests after Raft's answer, 2 to 4
 * @param backgroundJobs concurrent flushes and compactions, 2 to 4
 */
public record StoreThreads(int network, int reads, int answers, int backgroundJobs) {
    private static final int LEAST = 2;
    private static final int MOST = 8;
    private static final int MOST_OF_SHORT_WORK = 4;

    /** Returns the sizes for a number of processors. */
    public static StoreThreads of(int processors) {
        int many = between(processors, MOST);
        int few = between(processors / 2, MOST_OF_SHORT_WORK);
        return new StoreThreads(many, many, few, few);
    }

    /** Returns the sizes for the processors available to this process, which a cgroup may limit. */
    public static StoreThreads ofThisProcess() {
        return of(Runtime.getRuntime().availableProcessors());
    }

    private static int between(int wanted, int most) {
        return Math.max(LEAST, Math.min(most, wanted));
    }
}
