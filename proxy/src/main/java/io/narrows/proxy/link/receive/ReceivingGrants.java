package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.link.context.ContextBudget;
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

    /** Idle time after which a context is given up, unless there is memory for everyone. */
    private static final long USELESS_NANOS = 5_000_000_000L;

    private final Account account;
    private final Map<Codec, Grant> grants = new EnumMap<>(Codec.class);
    private int lowerings;

    /** The grant of one codec. */
    private static final class Grant {
        private final CodecSpec wanted;
        private final WindowCosts costs;
        private int request;
        private int log;
        private long bytes;
        private long usedAt;
        private boolean demanded;
        private boolean asksAgain;
        /** Number of the lowering that the peer has not complied with yet; 0 for none. */
        private int lowering;

        private int loweredLog;
        private boolean evicted;
        private boolean read;
        private long readAt;

        Grant(CodecSpec wanted, WindowCosts costs, long now) {
            this.wanted = wanted;
            this.costs = costs;
            this.usedAt = now;
        }

        long under(int windowLog) {
            return windowLog == 0 ? 0 : ContextSizes.decoder(wanted.withWindowLog(windowLog));
        }

        ContextWindow message() {
            return ContextWindows.of(wanted, lowering == 0 ? log : loweredLog).toBuilder()
                    .setRequest(request)
                    .setLowering(lowering)
                    .build();
        }
    }

    ReceivingGrants(Account account) {
        this.account = account;
    }

    /** Handles a request of the peer and returns the answer; null if there is none. */
    @Nullable
    ContextWindow wanted(ContextWindow message, long now) throws CorruptFrameException {
        Codec codec = ContextWindows.codec(message);
        CodecSpec asked = ContextWindows.spec(message);
        CodecSpec spec = asked == null ? null : withinLimit(asked);
        Grant grant = grants.get(codec);
        if (message.getLowering() != 0) {
            return obeyed(grant, message, spec, now);
        }
        if (spec == null) {
            remove(codec);
            return null;
        }
        if (grant != null && grant.lowering != 0) {
            grant.asksAgain = true; // answered when the peer has complied
            return null;
        }
        return grant(grant, spec, message.getRequest(), now);
    }

    private @Nullable ContextWindow obeyed(
            @Nullable Grant grant, ContextWindow message, @Nullable CodecSpec spec, long now) {
        if (grant == null || grant.lowering != message.getLowering()) {
            return null; // answers an earlier lowering
        }
        settle(grant);
        if (spec == null) {
            remove(grant.wanted.codec());
            return null;
        }
        return grant.asksAgain || !grant.wanted.equals(spec) ? grant(grant, spec, message.getRequest(), now) : null;
    }

    /** Grants a context before the peer requests it. */
    ContextWindow ahead(CodecSpec spec, long now) {
        return grant(grants.get(spec.codec()), withinLimit(spec), 0, now);
    }

    /** Returns the context with the largest window that this side decodes, if a larger one is requested. */
    private static CodecSpec withinLimit(CodecSpec spec) {
        return spec.withWindowLog(Math.min(spec.windowLog(), CodecOffers.MAX_WINDOW_LOG));
    }

    private ContextWindow grant(@Nullable Grant before, CodecSpec spec, int request, long now) {
        Grant grant = before == null || !before.wanted.equals(spec) ? replace(before, spec, now) : before;
        grant.request = request;
        grant.asksAgain = false;
        grant.evicted = false;
        grant.usedAt = now;
        demand(grant, true);
        raise(grant);
        if (grant.bytes > grant.under(grant.log)) {
            lower(grant, grant.log); // contexts of the former request may be in transit
        }
        return grant.message();
    }

    private Grant replace(@Nullable Grant before, CodecSpec wanted, long now) {
        WindowCosts costs = WindowCosts.of(
                ContextBudget.storage(wanted.codec()),
                log -> ContextSizes.decoder(wanted.withWindowLog(Math.min(log, wanted.windowLog()))));
        Grant grant = new Grant(wanted, costs, now);
        if (before != null) {
            grant.bytes = before.bytes;
            demand(before, false);
        }
        grants.put(wanted.codec(), grant);
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

    /** Grants the largest window that memory and the limit of windows allow. */
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

    /** Releases memory that the peer no longer needs. */
    private void settle(Grant grant) {
        grant.lowering = 0;
        grant.log = grant.loweredLog;
        long kept = grant.under(grant.log);
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
            } else if (grant.read && now - grant.readAt > OBEY_NANOS) {
                throw new ShortOfMemoryException(
                        "the peer keeps a " + grant.wanted.codec().label() + " context of " + grant.bytes
                                + " bytes, but was granted only " + grant.under(grant.loweredLog));
            }
        }
        return told;
    }

    private void adjust(Grant grant, long now, List<ContextWindow> told) {
        int most = most(grant);
        if (grant.log > 0 && account.crowded() && now - grant.usedAt > USELESS_NANOS) {
            grant.evicted = true;
            account.evicted();
            lower(grant, 0);
            told.add(grant.message());
        } else if (most < grant.log && grant.under(most) < grant.under(grant.log)) {
            account.shrank();
            lower(grant, most);
            told.add(grant.message());
        } else if (most > grant.log && !grant.evicted) {
            int before = grant.log;
            raise(grant);
            if (grant.log > before) {
                told.add(grant.message());
            }
        }
    }

    private void lower(Grant grant, int log) {
        grant.lowering = ++lowerings;
        grant.loweredLog = log;
        grant.read = false;
    }

    /** Returns the largest granted window, as a base-two logarithm of bytes; 0 for none. */
    int windowLog(Codec codec) {
        Grant grant = grants.get(codec);
        return grant == null ? 0 : grant.log;
    }

    private void remove(Codec codec) {
        Grant grant = grants.remove(codec);
        if (grant != null) {
            demand(grant, false);
            account.giveBack(grant.costs.storage(), grant.bytes);
        }
    }

    /** Ends all grants after the peer's direction has ended. */
    void close() {
        List.copyOf(grants.keySet()).forEach(this::remove);
    }
}
