package io.narrows.proxy.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Computes, for each peer of a pool, the largest window with which all contexts wanted by its links fit into its share. Shares are
 * max-min fair: a peer's unneeded share is divided among the others (Bertsekas and Gallager, "Data Networks", 1992, section 6.5.2). A
 * quarter of the pool is reserved for contexts that start before older ones have shrunk.
 *
 * <p>Recomputed when the demand for contexts changes, not per frame.
 */
final class WindowShares {
    private static final int SHARED_QUARTERS = 3;

    /** Windows grow only if they fit into this fraction of a share, so that they do not oscillate when one context comes or goes. */
    private static final double GROWTH_MARGIN = 0.85;

    private final List<Account> members = new ArrayList<>();
    private final long limit;
    private final long heapLimit;

    /**
     * @param limit the pool's limit, in bytes
     * @param heapLimit the pool's limit on the Java heap, in bytes
     */
    WindowShares(long limit, long heapLimit) {
        this.limit = limit / 4 * SHARED_QUARTERS;
        this.heapLimit = heapLimit / 4 * SHARED_QUARTERS;
    }

    synchronized void add(Account account, WindowCosts costs) {
        if (account.demand().isEmpty()) {
            members.add(account);
        }
        account.demand().add(costs, 1);
        divide();
    }

    synchronized void remove(Account account, WindowCosts costs) {
        account.demand().add(costs, -1);
        if (account.demand().isEmpty()) {
            members.remove(account);
            account.limitWindows(WindowCosts.LARGEST_LOG, false, false);
        }
        divide();
    }

    private void divide() {
        long[] heapShares = shares(heapLimit, true);
        long[] shares = shares(limit, false);
        for (int i = 0; i < members.size(); i++) {
            Account member = members.get(i);
            int log = WindowCosts.LARGEST_LOG;
            while (log > WindowCosts.SMALLEST_LOG && !fits(member, log, shares[i], heapShares[i])) {
                log--;
            }
            member.limitWindows(log, true, !fits(member, log, shares[i], heapShares[i]));
        }
    }

    private static boolean fits(Account member, int log, long share, long heapShare) {
        double margin = log > member.windowLimitLog() ? GROWTH_MARGIN : 1;
        return member.demand().under(log, false) <= margin * share
                && member.demand().under(log, true) <= margin * heapShare;
    }

    /** Returns the members' shares, in order. The smallest demands are met first; the rest is divided evenly. */
    private long[] shares(long whole, boolean heap) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            order.add(i);
        }
        order.sort(Comparator.comparingLong(i -> members.get(i).demand().under(WindowCosts.LARGEST_LOG, heap)));
        long[] shares = new long[members.size()];
        long left = whole;
        for (int i = 0; i < order.size(); i++) {
            int member = order.get(i);
            long even = left / (order.size() - i);
            shares[member] = even;
            left -= Math.min(even, members.get(member).demand().under(WindowCosts.LARGEST_LOG, heap));
        }
        return shares;
    }
}
