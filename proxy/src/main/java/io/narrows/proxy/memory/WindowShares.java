package io.narrows.proxy.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes, for each peer of a pool, the largest window with which all contexts wanted by its links fit into its share.
 * Shares are max-min fair: a peer's unneeded share is divided among the others (Bertsekas and Gallager, "Data
 * Networks", 1992, section 6.5.2). A quarter of the pool is reserved for contexts that start before older ones have
 * shrunk.
 *
 * <p>Recomputed when the demand for contexts changes, not per frame.
 */
final class WindowShares {
    private static final int SHARED_QUARTERS = 3;

    /**
     * Windows grow only if they fit into this fraction of a share, so that they do not oscillate when one context comes
     * or goes.
     */
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
        long share = share(limit, false);
        long heapShare = share(heapLimit, true);
        for (Account member : members) {
            int log = WindowCosts.LARGEST_LOG;
            while (log > WindowCosts.SMALLEST_LOG && !fits(member, log, share, heapShare)) {
                log--;
            }
            member.limitWindows(log, true, !fits(member, log, share, heapShare));
        }
    }

    private static boolean fits(Account member, int log, long share, long heapShare) {
        double margin = log > member.windowLimitLog() ? GROWTH_MARGIN : 1;
        return member.demand().under(log, false) <= margin * share
                && member.demand().under(log, true) <= margin * heapShare;
    }

    /**
     * Returns the share of a peer that wants more than an equal part: peers that want less leave the remainder to the
     * others.
     */
    private long share(long whole, boolean heap) {
        long[] demands = new long[members.size()];
        for (int i = 0; i < demands.length; i++) {
            demands[i] = members.get(i).demand().under(WindowCosts.LARGEST_LOG, heap);
        }
        Arrays.sort(demands);
        long left = whole;
        long even = whole;
        for (int i = 0; i < demands.length; i++) {
            even = left / (demands.length - i);
            if (demands[i] > even) {
                return even;
            }
            left -= demands[i];
        }
        return even;
    }
}
