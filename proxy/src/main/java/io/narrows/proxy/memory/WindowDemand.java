package io.narrows.proxy.memory;

/** Total memory of the contexts wanted by a peer's links under each limit. Guarded by {@link WindowShares}. */
final class WindowDemand {
    private final long[] all = new long[WindowCosts.COUNT];
    private final long[] heap = new long[WindowCosts.COUNT];
    private int contexts;

    /** @param times 1 to add a context, -1 to remove it */
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

    long under(int limit, boolean onHeap) {
        return (onHeap ? heap : all)[limit - WindowCosts.LEAST_LIMIT];
    }
}
