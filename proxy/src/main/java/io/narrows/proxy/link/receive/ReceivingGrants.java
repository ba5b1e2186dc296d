package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.ContextDemand;
import io.narrows.proxy.link.context.ContextDemand.End;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contexts that the peer may send on a link. The memory of a grant is taken from the ledger before the peer is
 * notified, whether it uses the grant or not. Used on the link's event loop only.
 *
 * <pre>
 *               WANT                     less is left
 *   nothing ---------------> granted --------------------> lowered: GRANT is sent,
 *      ^                       ^  |                        its memory stays taken
 *      |                       |  | more is left                  |
 *      |                       +--+                               | WANT, obeyed
 *      +----------------------------------------------------------+
 * </pre>
 */
final class ReceivingGrants {
    /** Time within which a peer must comply with a lowered grant after reading it. */
    private static final long OBEY_NANOS = 30_000_000_000L;

    /** Time within which memory of a lowered grant counts as given back soon. A peer whose application does not read may keep it for hours. */
    private static final long EXPECTED_NANOS = 5_000_000_000L;

    /** Idle time after which a context is given up, unless there is memory for everyone. */
    private static final long USELESS_NANOS = 5_000_000_000L;

    /** Time after a lowering in which no more is granted than the peer asks for: links that come and go would have it lowered again. */
    private static final long NO_ADVANCE_NANOS = 10_000_000_000L;

    private final Account account;
    private final boolean inSteps;
    private final Map<Codec, Grant> grants = new EnumMap<>(Codec.class);

    /** Times of the last lowerings, also of grants that have ended since. */
    private final Map<Codec, Long> loweredAt = new EnumMap<>(Codec.class);

    private int lowerings;

    /**
     * Contexts that a grant allows.
     *
     * @param log the largest window, as a base-two logarithm of bytes; 0 for none
     * @param bytes memory of a decoder
     */
    private record Amount(int log, long bytes) {
        static final Amount NONE = new Amount(0, 0);

        boolean exceeds(Amount other) {
            return bytes > other.bytes || bytes == other.bytes && log > other.log;
        }
    }

    /** The grant of one codec. */
    private static final class Grant {
        private final ContextDemand wanted;
        private final WindowCosts costs;
        private int request;
        private Amount granted = Amount.NONE;
        private long bytes;
        private long usedAt;
        private boolean demanded;
        private boolean asksAgain;
        /** Number of the lowering that the peer has not complied with yet; 0 for none. */
        private int lowering;

        private Amount lowered = Amount.NONE;
        /** Bytes that the peer gives back when it complies. */
        private long expected;

        private boolean evicted;
        private boolean read;
        private long readAt;

        Grant(ContextDemand wanted, long now) {
            this.wanted = wanted;
            this.costs = wanted.costs();
            this.usedAt = now;
        }

        Codec codec() {
            return wanted.spec().codec();
        }

        /** Returns the memory that the peer asks for, in bytes. */
        long asked() {
            return costs.under(WindowCosts.LARGEST_LOG);
        }

        ContextWindow message() {
            Amount amount = lowering == 0 ? granted : lowered;
            return ContextWindows.of(wanted.spec(), amount.log()).toBuilder()
                    .setMemory(wanted.inSteps() ? amount.bytes() : 0)
                    .setRequest(request)
                    .setLowering(lowering)
                    .build();
        }
    }

    /** @param inSteps whether grants of dense contexts are in steps of memory */
    ReceivingGrants(Account account, boolean inSteps) {
        this.account = account;
        this.inSteps = inSteps;
    }

    /** Handles a request of the peer and returns the answer; null if there is none. */
    @Nullable
    ContextWindow wanted(ContextWindow message, long now) throws CorruptFrameException {
        Codec codec = ContextWindows.codec(message);
        CodecSpec asked = ContextWindows.spec(message);
        ContextDemand request = asked == null ? null : request(asked, message.getMemory());
        Grant grant = grants.get(codec);
        if (message.getLowering() != 0) {
            return obeyed(grant, message, request, now);
        }
        if (request == null) {
            remove(codec);
            return null;
        }
        if (grant != null && grant.lowering != 0) {
            grant.asksAgain = true; // answered when the peer has complied
            return null;
        }
        return grant(grant, request, message.getRequest(), now);
    }

    private @Nullable ContextWindow obeyed(
            @Nullable Grant grant, ContextWindow message, @Nullable ContextDemand request, long now) {
        if (grant == null || grant.lowering != message.getLowering()) {
            return null; // answers an earlier lowering
        }
        settle(grant);
        if (request == null) {
            remove(grant.codec());
            return null;
        }
        return grant.asksAgain || !grant.wanted.equals(request)
                ? grant(grant, request, message.getRequest(), now)
                : null;
    }

    /** Grants a context before the peer requests it; in steps, the first one. */
    ContextWindow ahead(CodecSpec spec, long now) {
        return grant(grants.get(spec.codec()), request(spec, 1), 0, now);
    }

    /**
     * Returns a request for the context with the largest window that this side decodes, if a larger one is requested.
     *
     * @param memory as in the message
     */
    private ContextDemand request(CodecSpec asked, long memory) {
        CodecSpec spec = asked.withWindowLog(Math.min(asked.windowLog(), CodecOffers.MAX_WINDOW_LOG));
        return isInSteps(spec.codec())
                ? ContextDemand.inSteps(spec, End.RECEIVER, memory)
                : ContextDemand.whole(spec, End.RECEIVER);
    }

    /** Returns whether grants of a codec are in steps of memory, so that decoders have to be limited. */
    boolean isInSteps(Codec codec) {
        return inSteps && codec == Codec.DENSE;
    }

    private ContextWindow grant(@Nullable Grant before, ContextDemand wanted, int request, long now) {
        Grant grant = before == null || !before.wanted.equals(wanted) ? replace(before, wanted, now) : before;
        grant.request = request;
        grant.asksAgain = false;
        grant.evicted = false;
        grant.usedAt = now;
        demand(grant, true);
        raise(grant, now);
        if (grant.bytes > grant.granted.bytes()) {
            lower(grant, grant.granted, now); // contexts of the former request may be in transit
        }
        return grant.message();
    }

    private Grant replace(@Nullable Grant before, ContextDemand wanted, long now) {
        Grant grant = new Grant(wanted, now);
        if (before != null) {
            grant.bytes = before.bytes;
            if (before.wanted.spec().equals(wanted.spec())) {
                grant.granted = before.granted;
            }
            demandInstead(before, grant);
        }
        grants.put(wanted.spec().codec(), grant);
        return grant;
    }

    /** Starts or stops counting a context toward the demand from which the limit of windows is computed. */
    private void demand(Grant grant, boolean demanded) {
        if (grant.demanded == demanded) {
            return;
        }
        grant.demanded = demanded;
        if (demanded) {
            account.want(grant.costs);
        } else {
            account.unwant(grant.costs);
        }
    }

    private void demandInstead(Grant before, Grant grant) {
        if (before.demanded) {
            before.demanded = false;
            grant.demanded = true;
            account.wantInstead(before.costs, grant.costs);
        }
    }

    /** Returns what may be granted now, if memory can be taken for it. */
    private Amount most(Grant grant, long now) {
        return most(grant, account.contextLimit(), now);
    }

    /** @param limit at most that of the account */
    private Amount most(Grant grant, int limit, long now) {
        long bytes = limit == account.contextLimit()
                ? account.permitted(grant.costs, grant.bytes)
                : grant.costs.under(limit);
        if (isAdvanceWithheld(grant, now)) {
            bytes = Math.min(bytes, Math.max(grant.asked(), grant.bytes));
        }
        return new Amount(grant.wanted.windowLog(limit), bytes);
    }

    /** Returns whether the codec's grant was lowered so recently that it is raised only to what the peer asks for. */
    private boolean isAdvanceWithheld(Grant grant, long now) {
        return wasLoweredWithin(NO_ADVANCE_NANOS, grant, now);
    }

    private boolean wasLoweredWithin(long nanos, Grant grant, long now) {
        Long at = loweredAt.get(grant.codec());
        return at != null && now - at < nanos;
    }

    /** Grants as much as memory and the limit of contexts allow. */
    private void raise(Grant grant, long now) {
        long refused = -1;
        for (int limit = account.contextLimit(); limit >= WindowCosts.LEAST_LIMIT; limit--) {
            Amount next = most(grant, limit, now);
            if (!next.exceeds(grant.granted)) {
                if (grant.wanted.inSteps() && next.bytes() == grant.granted.bytes()) {
                    grant.granted = next; // any window is allowed within the memory; this one fits best
                }
                return;
            }
            if (next.bytes() != refused && take(grant, next.bytes() - grant.bytes, isInAdvance(grant, next))) {
                grant.bytes = Math.max(grant.bytes, next.bytes());
                grant.granted = next;
                return;
            }
            refused = next.bytes();
        }
    }

    private static boolean isInAdvance(Grant grant, Amount amount) {
        return amount.bytes() > grant.asked();
    }

    private boolean take(Grant grant, long more, boolean inAdvance) {
        Storage storage = grant.costs.storage();
        if (more <= 0) {
            return true;
        }
        if (inAdvance) {
            return account.takeInAdvance(storage, more);
        }
        boolean isSmallest = grant.bytes + more <= grant.costs.under(WindowCosts.LEAST_LIMIT);
        return isSmallest ? account.takeSmallest(storage, more) : account.take(storage, more);
    }

    /** Releases memory that the peer no longer needs. */
    private void settle(Grant grant) {
        grant.lowering = 0;
        expect(grant, 0);
        grant.granted = grant.lowered;
        long kept = grant.granted.bytes();
        account.giveBack(grant.costs.storage(), grant.bytes - kept);
        grant.bytes = kept;
        if (grant.evicted) {
            demand(grant, false);
        }
    }

    /** Returns the memory that a decoder of the codec may take, in bytes. */
    long bytes(Codec codec) {
        Grant grant = grants.get(codec);
        return grant == null ? 0 : grant.bytes;
    }

    /** Records that a frame of the codec arrived. */
    void used(Codec codec, long now) {
        Grant grant = grants.get(codec);
        if (grant != null) {
            grant.usedAt = now;
        }
    }

    /** Records that the peer has read everything up to a lowering. */
    void read(int lowering, long now) {
        for (Grant grant : grants.values()) {
            if (grant.lowering != 0 && grant.lowering <= lowering && !grant.read) {
                grant.read = true;
                grant.readAt = now;
            }
        }
    }

    /**
     * Adjusts grants to the ledger: they shrink when others need memory, and grow when memory is free.
     *
     * @return the changes to announce to the peer
     * @throws ShortOfMemoryException if the peer has read a lowered grant and not complied in time
     */
    List<ContextWindow> lookAfter(long now) throws ShortOfMemoryException {
        List<ContextWindow> told = new ArrayList<>();
        for (Grant grant : grants.values()) {
            if (grant.lowering == 0) {
                adjust(grant, now, told);
            } else {
                awaitCompliance(grant, now);
            }
        }
        return told;
    }

    private void awaitCompliance(Grant grant, long now) throws ShortOfMemoryException {
        if (!wasLoweredWithin(EXPECTED_NANOS, grant, now)) {
            expect(grant, 0);
        }
        if (grant.read && now - grant.readAt > OBEY_NANOS) {
            throw new ShortOfMemoryException("the peer keeps a " + grant.codec().label() + " context of " + grant.bytes
                    + " bytes, but was granted only " + grant.lowered.bytes());
        }
    }

    private void adjust(Grant grant, long now, List<ContextWindow> told) {
        Amount most = most(grant, now);
        if (grant.granted.log() > 0 && account.crowded() && now - grant.usedAt > USELESS_NANOS) {
            grant.evicted = true;
            account.evicted();
            lower(grant, Amount.NONE, now);
            told.add(grant.message());
        } else if (most.bytes() < grant.granted.bytes()) {
            if (most.bytes() < grant.asked()) {
                account.shrank();
            }
            lower(grant, most, now);
            told.add(grant.message());
        } else if (most.exceeds(grant.granted) && !grant.evicted) {
            Amount before = grant.granted;
            raise(grant, now);
            if (!grant.granted.equals(before)) {
                told.add(grant.message());
            }
        }
    }

    private void lower(Grant grant, Amount to, long now) {
        grant.lowering = ++lowerings;
        loweredAt.put(grant.codec(), now);
        grant.lowered = to;
        grant.read = false;
        expect(grant, grant.bytes - to.bytes());
    }

    /** Lets other links of the pool count, for a few seconds, on memory that the peer is about to give back, so that they need not give back theirs. */
    private void expect(Grant grant, long bytes) {
        account.expect(bytes - grant.expected);
        grant.expected = bytes;
    }

    /** Returns the largest granted window, as a base-two logarithm of bytes; 0 for none. */
    int windowLog(Codec codec) {
        Grant grant = grants.get(codec);
        return grant == null ? 0 : grant.granted.log();
    }

    private void remove(Codec codec) {
        Grant grant = grants.remove(codec);
        if (grant != null) {
            demand(grant, false);
            expect(grant, 0);
            account.giveBack(grant.costs.storage(), grant.bytes);
        }
    }

    /** Ends all grants after the peer's direction has ended. */
    void close() {
        List.copyOf(grants.keySet()).forEach(this::remove);
    }
}
