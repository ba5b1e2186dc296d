package io.narrows.proxy.link.context;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.WindowCosts;
import org.jspecify.annotations.Nullable;

/**
 * Opens a link's sending contexts in the memory that there is, or in that of others, and replaces them by ones with other windows. Waits for a
 * second after memory was refused. Used on the link's event loop only.
 */
final class ContextOpener {
    /** Delay of the next attempt after memory was refused. */
    static final long RETRY_NANOS = 1_000_000_000L;

    private final ContextBudget budget;
    private final SendingDemand demand;
    private final OpenContexts contexts;
    private final EvictableContexts evictable;
    private final Account account;
    private boolean decodesDenseVersion2;
    private boolean memoryShort;
    private long memoryShortSince;

    /**
     * @param evictable those of the link, which are spared
     * @param decodesDenseVersion2 whether the peer decodes version 2 of dense
     */
    ContextOpener(
            ContextBudget budget,
            SendingDemand demand,
            OpenContexts contexts,
            EvictableContexts evictable,
            boolean decodesDenseVersion2) {
        this.budget = budget;
        this.demand = demand;
        this.contexts = contexts;
        this.evictable = evictable;
        this.account = evictable.account();
        this.decodesDenseVersion2 = decodesDenseVersion2;
    }

    /** Sets whether the peer decodes version 2 of dense; returns whether that has changed. */
    boolean decodesDenseVersion2(boolean now) {
        boolean changed = decodesDenseVersion2 != now;
        decodesDenseVersion2 = now;
        return changed;
    }

    /** Returns the largest window for which there is memory under the account's limit, as a base-two logarithm of bytes. */
    int most(int grantedLog) {
        return Math.min(grantedLog, Math.max(account.windowLimitLog(), WindowCosts.SMALLEST_LOG));
    }

    /**
     * Opens a context where there is none; null if there is no memory.
     *
     * @param most the largest permitted window, as a base-two logarithm of bytes
     */
    @Nullable
    SendingContext begin(CodecSpec spec, int most, long now) {
        if (memoryShort && now - memoryShortSince < RETRY_NANOS) {
            return null;
        }
        demand.want(spec, 1);
        SendingContext context = open(spec, most);
        while (context == null && budget.eviction().reclaim(evictable, now)) {
            context = open(spec, most);
        }
        memoryShort = context == null;
        memoryShortSince = now;
        if (context == null) {
            contexts.releaseAtReceiver(spec.codec());
            return null;
        }
        return opened(context, now);
    }

    private @Nullable SendingContext open(CodecSpec spec, int most) {
        return SendingDemand.isInSteps(spec)
                ? budget.openInSteps(spec, Math.min(most, demand.windowLog(spec)), decodesDenseVersion2, account)
                : budget.open(spec, Math.min(most, most(spec.windowLog())), decodesDenseVersion2, account);
    }

    private SendingContext opened(SendingContext context, long now) {
        context.used(now);
        context.triedToGrow(now);
        contexts.put(context);
        return context;
    }

    /**
     * Replaces a context by one with a smaller window, unless that takes as much memory: some codecs need the same memory for several windows.
     *
     * @return null if there is no memory
     */
    @Nullable
    SendingContext shrink(SendingContext context, int most, long now) {
        if (!context.needsMoreThan(most)) {
            return context;
        }
        account.shrank();
        contexts.drop(context.codec());
        return begin(context.wanted(), most, now);
    }

    /** Replaces a context by one with a larger window, if there is memory for both; otherwise, returns the same one. */
    SendingContext grow(SendingContext context, int most, long now) {
        if (now - context.triedToGrowAt() < RETRY_NANOS || !context.wouldGain(most)) {
            return context;
        }
        context.triedToGrow(now);
        SendingContext larger = open(context.wanted(), most);
        if (larger == null) {
            return context;
        }
        if (larger.windowLog() <= context.windowLog()) {
            larger.close();
            return context;
        }
        context.close();
        return opened(larger, now);
    }

    /** Replaces a context in steps by one with the memory of its first step, which it has already. */
    SendingContext restart(SendingContext before, int most, long now) {
        int log = Math.min(most, demand.windowLog(before.wanted()));
        if (!demand.tryLowerToPermitted(before) || log < before.windowLog()) {
            account.shrank();
        }
        contexts.remove(before);
        return opened(budget.restart(before, log, decodesDenseVersion2), now);
    }

    /** Lets the next context begin at once, because memory may have become free. */
    void retry() {
        memoryShort = false;
    }
}
