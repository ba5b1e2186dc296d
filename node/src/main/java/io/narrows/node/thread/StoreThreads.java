package io.narrows.node.thread;

/**
 * Numbers of a store's threads that grow with the processors of its process. At least two each, so that one that is busy does
 * not hold up everything; bounded, because the sidecar and the database beside it need processors too.
 *
 * @param network event loops of clients, 2 to 8
 * @param reads of single keys, and as many of ranges, 2 to 8
 * @param answers going on with requests that Raft has answered, 2 to 4
 * @param backgroundJobs flushes and compactions at once, 2 to 4
 */
public record StoreThreads(int network, int reads, int answers, int backgroundJobs) {
    private static final int LEAST = 2;
    private static final int MOST = 8;
    private static final int MOST_OF_SHORT_WORK = 4;

    /** Those for a number of processors. */
    public static StoreThreads of(int processors) {
        int many = between(processors, MOST);
        int few = between(processors / 2, MOST_OF_SHORT_WORK);
        return new StoreThreads(many, many, few, few);
    }

    /** Those for the processors that this process may use, which a control group may limit. */
    public static StoreThreads ofThisProcess() {
        return of(Runtime.getRuntime().availableProcessors());
    }

    private static int between(int wanted, int most) {
        return Math.max(LEAST, Math.min(most, wanted));
    }
}
