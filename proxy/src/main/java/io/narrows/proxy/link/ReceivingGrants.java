package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The contexts that the peer may send on a link. What is granted is taken from the ledger, whether the peer uses it or not. Used on
 * the link's event loop only.
 *
 * <pre>
 *               WANT                     less is left
 *   nothing ---------------> granted --------------------> lowered: the peer is told,
 *      ^                       ^  |                        its memory stays taken
 *      |                       |  | more is left                  |
 *      |                       +--+                               | WANT, obeyed
 *      +----------------------------------------------------------+
 * </pre>
 */
final class ReceivingGrants {
    /** A peer that reads has obeyed by then: frames that were on their way have arrived. */
    private static final long OBEY_NANOS = 30_000_000_000L;

    /** Unless everybody has room, a context that was not used for so long is given up. */
    private static final long USELESS_NANOS = 5_000_000_000L;

    private final Account account;
    private final Map<Codec, Grant> grants = new EnumMap<>(Codec.class);
    private int lowerings;

    /** One codec's. */
    private static final class Grant {
        private final CodecSpec wanted;
        private final WindowCosts costs;
        private int log;
        private long bytes;
        private boolean lowered;
        private int number;
        private int loweredLog;
        private long loweredAt;
        private boolean givenUp;
        private long usedAt;

        Grant(CodecSpec wanted, WindowCosts costs, long now) {
            this.wanted = wanted;
            this.costs = costs;
            this.usedAt = now;
        }

        long under(int log) {
            return log == 0 ? 0 : ContextSizes.decoder(wanted.withWindowLog(log));
        }

        ContextWindow message(int windowLog) {
            return ContextWindows.of(wanted, windowLog);
        }
    }

    ReceivingGrants(Account account) {
        this.account = account;
    }

    /** Takes what the peer would like to send, and returns the answer; null when there is nothing new to say. */
    ContextWindow wanted(ContextWindow message, long now) throws CorruptFrameException {
        Codec codec = ContextWindows.codec(message);
        CodecSpec spec = ContextWindows.spec(message);
        Grant grant = grants.get(codec);
        if (message.getNumber() != 0) {
            if (grant != null && grant.lowered && grant.number == message.getNumber()) {
                settle(grant);
                if (spec == null) {
                    remove(codec);
                } else if (!grant.wanted.equals(spec)) {
                    replace(grant, spec, now);
                }
            }
            return null;
        }
        if (spec == null) {
            remove(codec);
            return null;
        }
        if (grant != null && grant.lowered) {
            return null; // it obeys first
        }
        return grant(grant, spec, now);
    }

    /** Grants what the peer has not asked for yet. */
    ContextWindow ahead(CodecSpec spec, long now) {
        return grant(grants.get(spec.codec()), spec, now);
    }

    private ContextWindow grant(Grant before, CodecSpec spec, long now) {
        Grant grant = before == null || !before.wanted.equals(spec) ? replace(before, spec, now) : before;
        grant.givenUp = false;
        grant.usedAt = now;
        raise(grant);
        return grant.message(grant.log);
    }

    private Grant replace(Grant before, CodecSpec spec, long now) {
        CodecSpec wanted = spec.withWindowLog(Math.min(spec.windowLog(), ReceivingStream.MAX_WINDOW_LOG));
        if (before != null && before.wanted.equals(wanted)) {
            return before;
        }
        WindowCosts costs = WindowCosts.of(
                ContextBudget.storage(wanted.codec()),
                log -> ContextSizes.decoder(wanted.withWindowLog(Math.min(log, wanted.windowLog()))));
        Grant grant = new Grant(wanted, costs, now);
        if (before != null) {
            grant.bytes = before.bytes; // frames of the context before may be on their way
            account.unwant(before.costs);
        }
        account.want(costs);
        grants.put(wanted.codec(), grant);
        return grant;
    }

    /** Takes as much more as there is, up to the limit of windows. */
    private void raise(Grant grant) {
        Storage storage = grant.costs.storage();
        for (int log = most(grant); log >= WindowCosts.SMALLEST_LOG && log > grant.log; log--) {
            long more = grant.under(log) - grant.bytes;
            if (more <= 0
                    || (log == WindowCosts.SMALLEST_LOG
                            ? account.takeSmallest(storage, more)
                            : account.take(storage, more))) {
                grant.bytes = Math.max(grant.bytes, grant.under(log));
                grant.log = log;
                return;
            }
        }
    }

    private int most(Grant grant) {
        return Math.min(
                Math.max(grant.wanted.windowLog(), WindowCosts.SMALLEST_LOG),
                Math.max(account.windowLimitLog(), WindowCosts.SMALLEST_LOG));
    }

    /** Gives back what the peer does not need any more. */
    private void settle(Grant grant) {
        grant.lowered = false;
        grant.log = grant.loweredLog;
        long kept = grant.under(grant.log);
        account.giveBack(grant.costs.storage(), grant.bytes - kept);
        grant.bytes = kept;
    }

    /** What a decoder of that codec may take, in bytes. */
    long bytes(Codec codec) {
        Grant grant = grants.get(codec);
        return grant == null ? 0 : grant.bytes;
    }

    /**
     * Takes memory for a context beyond its grant, which an honest sender may begin while grants cross on the wire.
     *
     * @return false when the codec was not asked for, or there is no memory; nothing was taken then
     */
    boolean extend(Codec codec, long needed) {
        Grant grant = grants.get(codec);
        if (grant == null || !account.take(grant.costs.storage(), needed - grant.bytes)) {
            return false;
        }
        grant.bytes = needed;
        return true;
    }

    /** A frame of that codec came. */
    void used(Codec codec, long now) {
        Grant grant = grants.get(codec);
        if (grant != null) {
            grant.usedAt = now;
        }
    }

    /**
     * Follows what is left in the ledger: grants shrink when others need memory, and grow when there is room.
     *
     * @param reading whether this side reads what the peer sends
     * @return what to tell the peer
     * @throws ShortOfMemoryException when the peer has not obeyed
     */
    List<ContextWindow> lookAfter(long now, boolean reading) throws ShortOfMemoryException {
        List<ContextWindow> told = new ArrayList<>();
        for (Grant grant : grants.values()) {
            if (grant.lowered) {
                if (!reading) {
                    grant.loweredAt = now;
                } else if (now - grant.loweredAt > OBEY_NANOS) {
                    throw new ShortOfMemoryException(
                            "the peer keeps a " + grant.wanted.codec().label() + " context of " + grant.bytes
                                    + " bytes, granted were " + grant.under(grant.loweredLog));
                }
            } else {
                adjust(grant, now, told);
            }
        }
        return told;
    }

    private void adjust(Grant grant, long now, List<ContextWindow> told) {
        int most = most(grant);
        if (grant.log > 0 && account.crowded() && now - grant.usedAt > USELESS_NANOS) {
            grant.givenUp = true;
            account.evicted();
            lower(grant, 0, now, told);
        } else if (most < grant.log && grant.under(most) < grant.under(grant.log)) {
            account.shrank();
            lower(grant, most, now, told);
        } else if (most > grant.log && !grant.givenUp) {
            int before = grant.log;
            raise(grant);
            if (grant.log > before) {
                told.add(grant.message(grant.log));
            }
        }
    }

    /** The number tells the answer from those to earlier grants, which may still be on their way. */
    private void lower(Grant grant, int log, long now, List<ContextWindow> told) {
        grant.lowered = true;
        grant.number = ++lowerings;
        grant.loweredLog = log;
        grant.loweredAt = now;
        told.add(grant.message(log).toBuilder().setNumber(grant.number).build());
    }

    /** Memory that is granted, in bytes. */
    long memoryBytes() {
        long sum = 0;
        for (Grant grant : grants.values()) {
            sum += grant.bytes;
        }
        return sum;
    }

    /** The largest window that is granted, as a base-two logarithm of bytes; 0 for none. */
    int windowLog(Codec codec) {
        Grant grant = grants.get(codec);
        return grant == null ? 0 : grant.log;
    }

    private void remove(Codec codec) {
        Grant grant = grants.remove(codec);
        if (grant != null) {
            account.unwant(grant.costs);
            account.giveBack(grant.costs.storage(), grant.bytes);
        }
    }

    /** The peer sends nothing more. */
    void close() {
        List.copyOf(grants.keySet()).forEach(this::remove);
    }
}
