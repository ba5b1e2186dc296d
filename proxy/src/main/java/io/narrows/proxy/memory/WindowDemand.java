package io.narrows.proxy.memory;

/** What all contexts that a peer's links want would take under each limit of windows. Guarded by {@link WindowShares}. */
final class WindowDemand {
    private final long[] all = new long[WindowCosts.COUNT];
    private final long[] heap = new long[WindowCosts.COUNT];
    private int contexts;

    /** @param times 1 for a context that is wanted, -1 for one that is not any more */
    void add(WindowCosts costs, int times) {
        contexts += times;
        for (int i = 0; i < all.length; i++) {
            all[i] += times * costs.bytes()[i];
            heap[i] += costs.storage() == Storage.HEAP ? times * costs.bytes()[i] : 0;
        }
    }

    boolean isEmpty() {
        return contexts == 0;
    }

    long under(int limitLog, boolean onHeap) {
        return (onHeap ? heap : all)[limitLog - WindowCosts.SMALLEST_LOG];
    }
}
