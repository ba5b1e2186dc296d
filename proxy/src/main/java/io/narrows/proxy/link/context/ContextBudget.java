package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.config.PeerId;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens compression contexts within the ledger's limits. When memory gets short, all windows shrink and the least recently used
 * contexts are closed; opening fails only after that. Safe for use by many threads.
 */
public final class ContextBudget {
    /** Idle time after which a context may be closed in favor of a new one. */
    private static final long USELESS_NANOS = 1_000_000_000L;

    /** Minimum time between searches for memory, per link that is searched. */
    private static final long LOOK_NANOS = 10_000L;

    private final Codecs codecs;
    private final MemoryLedger ledger;
    private final AtomicLong reclaimedAt = new AtomicLong(Long.MIN_VALUE / 2);
    private final Set<SendingContexts> members = ConcurrentHashMap.newKeySet();

    private volatile BooleanSupplier others = () -> false;

    public ContextBudget(Codecs codecs, MemoryLedger ledger) {
        this.codecs = codecs;
        this.ledger = ledger;
    }

    /** Sets what else can free memory of the ledger before a context is refused; it returns whether it has freed any. */
    public void alsoFree(BooleanSupplier idle) {
        others = idle;
    }

    /** Returns the account for contexts that send to a peer. */
    Account sending(PeerId peer) {
        return ledger.account(Purpose.SENDING, peer);
    }

    /**
     * Returns a context with the largest window for which there is memory, or null when there is none.
     *
     * @param wanted the specification requested by the policy
     * @param mostLog the largest permitted window, as a base-two logarithm of bytes
     */
    @Nullable
    SendingContext open(CodecSpec wanted, int mostLog, Account account) {
        return open(wanted, mostLog, false, account);
    }

    /**
     * @param hasLevel0 whether a context of dense is of version 2 of its format, which the peer must decode; its frames may then be of the
     *     {@linkplain CodecSpec#lowerLevel lower level}
     */
    @Nullable
    SendingContext open(CodecSpec wanted, int mostLog, boolean hasLevel0, Account account) {
        Storage storage = storage(wanted.codec());
        for (int log = mostLog; ; log--) {
            CodecSpec spec = wanted.withWindowLog(log);
            long bytes = ContextSizes.encoder(spec);
            boolean smallest = log <= WindowCosts.SMALLEST_LOG;
            if (smallest ? takeSmallest(account, storage, bytes) : account.take(storage, bytes)) {
                return make(wanted, spec, hasLevel0, bytes, () -> account.giveBack(storage, bytes));
            }
            if (smallest) {
                return null;
            }
        }
    }

    private boolean takeSmallest(Account account, Storage storage, long bytes) {
        return account.takeSmallest(storage, bytes) || others.getAsBoolean() && account.takeSmallest(storage, bytes);
    }

    /** Returns a context for a probe, whose output is discarded; null if there is no memory. */
    public @Nullable SendingContext openProbe(CodecSpec wanted, PeerId peer) {
        return open(wanted, wanted.windowLog(), ledger.account(Purpose.PROBES, peer));
    }

    /**
     * Returns a context for a sample, whose output is discarded; null if there is no memory.
     *
     * @param mostLog the largest useful window, as a base-two logarithm of bytes
     */
    public @Nullable SendingContext openSample(CodecSpec wanted, int mostLog, PeerId peer) {
        return open(wanted, Math.min(mostLog, wanted.windowLog()), sending(peer));
    }

    /** Returns a context for a sample with exactly the given window, whose output is discarded; null if there is no memory. */
    public @Nullable SendingContext openExact(CodecSpec wanted, PeerId peer) {
        Account account = sending(peer);
        Storage storage = storage(wanted.codec());
        long bytes = ContextSizes.encoder(wanted);
        return account.take(storage, bytes)
                ? make(wanted, wanted, false, bytes, () -> account.giveBack(storage, bytes))
                : null;
    }

    /** Returns the memory of a context for each limit of windows. */
    static WindowCosts costs(CodecSpec wanted) {
        return WindowCosts.of(
                storage(wanted.codec()),
                log -> ContextSizes.encoder(wanted.withWindowLog(Math.min(log, wanted.windowLog()))));
    }

    void join(SendingContexts contexts) {
        members.add(contexts);
    }

    void leave(SendingContexts contexts) {
        members.remove(contexts);
    }

    /** Shrinks the contexts above the window limit, on this event loop immediately and on others soon. */
    void shrink(SendingContexts asking) {
        for (SendingContexts member : members) {
            if (member != asking) {
                shrinkMember(member);
            }
        }
    }

    private static void shrinkMember(SendingContexts member) {
        if (!member.isTooLarge()) {
            return;
        }
        if (member.isHere()) {
            member.shrink();
        } else {
            member.shrinkLater();
        }
    }

    /**
     * Makes room for a context of a peer: shrinks the contexts above the window limit, on this event loop immediately
     * and on others soon. If that is not enough, closes an idle one.
     *
     * @return whether memory was freed
     */
    boolean reclaim(SendingContexts asking, long now) {
        long last = reclaimedAt.get();
        if (now - last < LOOK_NANOS * members.size() || !reclaimedAt.compareAndSet(last, now)) {
            return false;
        }
        long before = asking.account().pool().usedBytes();
        SendingContexts idlest = null;
        for (SendingContexts member : members) {
            if (member == asking) {
                continue;
            }
            shrinkMember(member);
            if (member.isHere()
                    && member.account() == asking.account()
                    && member.idleSince(now) >= USELESS_NANOS
                    && (idlest == null || member.idleSince(now) > idlest.idleSince(now))) {
                idlest = member;
            }
        }
        if (asking.account().pool().usedBytes() >= before && idlest != null) {
            idlest.giveUp();
        }
        return asking.account().pool().usedBytes() < before;
    }

    private SendingContext make(CodecSpec wanted, CodecSpec spec, boolean hasLevel0, long bytes, Runnable giveBack) {
        try {
            return new SendingContext(wanted, spec.windowLog(), codecs.streamEncoder(spec, hasLevel0), bytes, giveBack);
        } catch (RuntimeException | Error e) {
            giveBack.run();
            throw e;
        }
    }

    /** Returns the kind of memory that the codec's contexts use. */
    public static Storage storage(Codec codec) {
        return codec.usesHeap() ? Storage.HEAP : Storage.NATIVE;
    }

    /** Returns the memory of contexts, shared history and probes together, in bytes. */
    public long usedBytes() {
        return ledger.contextBytes();
    }
}
