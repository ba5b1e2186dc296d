package io.narrows.proxy.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes, for each peer of a pool, the limit under which all contexts wanted by its links fit into its share.
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
    private final long advanceLimit;
    private final long advanceHeapLimit;

    /**
     * @param limit the pool's limit, in bytes
     * @param heapLimit the pool's limit on the Java heap, in bytes
     */
    WindowShares(long limit, long heapLimit) {
        this.limit = limit / 4 * SHARED_QUARTERS;
        this.heapLimit = heapLimit / 4 * SHARED_QUARTERS;
        this.advanceLimit = limit / 2;
        this.advanceHeapLimit = heapLimit / 2;
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
            account.limitContexts(WindowCosts.WHOLE_LIMIT, false, false);
        }
        divide();
    }

    /** Replaces a demand at once, so that no limit follows from both or neither of them. */
    synchronized void replace(Account account, WindowCosts before, WindowCosts costs) {
        account.demand().add(before, -1);
        account.demand().add(costs, 1);
        divide();
    }

    private void divide() {
        int loosest = loosest();
        long share = share(limit, false);
        long heapShare = share(heapLimit, true);
        for (Account member : members) {
            int fitting = loosest;
            while (fitting <= WindowCosts.LARGEST_LOG
                    && fitting > WindowCosts.LEAST_LIMIT
                    && !fits(member, fitting, share, heapShare)) {
                fitting--;
            }
            boolean isCrowded = fitting == WindowCosts.LEAST_LIMIT && !fits(member, fitting, share, heapShare);
            member.limitContexts(fitting, true, isCrowded);
        }
    }

    /**
     * Returns the limit to begin with: the loosest one, under which contexts take memory in advance, if half of the pool is enough for all
     * peers together. So the other half is there for contexts that start before those have given back what they do not need.
     */
    private int loosest() {
        int loosest = WindowCosts.WHOLE_LIMIT;
        while (loosest > WindowCosts.LARGEST_LOG && !allFit(loosest)) {
            loosest--;
        }
        return loosest;
    }

    private boolean allFit(int under) {
        boolean isLoosened = members.stream().anyMatch(member -> member.contextLimit() < under);
        double margin = isLoosened ? GROWTH_MARGIN : 1;
        long all = 0;
        long heap = 0;
        for (Account member : members) {
            all += member.demand().under(under, false);
            heap += member.demand().under(under, true);
        }
        return all <= margin * advanceLimit && heap <= margin * advanceHeapLimit;
    }

    private static boolean fits(Account member, int under, long share, long heapShare) {
        double margin = under > member.contextLimit() ? GROWTH_MARGIN : 1;
        return member.demand().under(under, false) <= margin * share
                && member.demand().under(under, true) <= margin * heapShare;
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
