package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.WindowCosts;
import io.narrows.proxy.meter.RawReason;
import io.netty.channel.Channel;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a link's sending direction, one for each codec. A link that has stepped down keeps the context that
 * it stepped down from, because its compression depends on its history. The receiver is notified of each context that
 * is freed. Used on the link's event loop only, except where noted.
 *
 * <p>A context's window is the smallest of what the policy requests, the receiver grants and the memory allows. One
 * that is too large is restarted with a smaller window before its next frame; one that could be larger is restarted
 * when it has little to lose.
 */
public final class SendingContexts {
    /** Delay of the next attempt after memory was refused. */
    private static final long MEMORY_RETRY_NANOS = 1_000_000_000L;

    private final ContextBudget budget;
    private final Account account;
    private final SendingGrants grants;
    private final Channel channel;
    private final LongSupplier nanoClock;
    private final ControlWriter control;
    private boolean hasLevel0;
    private final Map<Codec, SendingContext> open = new EnumMap<>(Codec.class);
    private final Map<Codec, Wanted> wanted = new EnumMap<>(Codec.class);
    private final Set<Codec> receiverHolds = EnumSet.noneOf(Codec.class);
    private final AtomicBoolean shrinking = new AtomicBoolean();
    private RawReason refusal = RawReason.NO_GRANT;
    private long memoryShortSince;
    private long usedAt;
    private boolean memoryShort;
    private boolean busy;
    private boolean closed;
    private volatile int largestLog;

    /** A context that counts toward the demand from which the limit of windows is computed. */
    private record Wanted(CodecSpec spec, WindowCosts costs) {}

    /** @param hasLevel0 whether the peer decodes version 2 of dense, which has level 0 */
    public SendingContexts(
            ContextBudget budget,
            PeerId peer,
            SendingGrants grants,
            Channel channel,
            LongSupplier nanoClock,
            ControlWriter control,
            boolean hasLevel0) {
        this.budget = budget;
        this.account = budget.sending(peer);
        this.grants = grants;
        this.channel = channel;
        this.nanoClock = nanoClock;
        this.control = control;
        this.hasLevel0 = hasLevel0;
        budget.join(this);
    }

    /** Returns the context of a codec that has sent a frame; null if there is none. */
    public @Nullable SendingContext begun(Codec codec) {
        SendingContext context = open.get(codec);
        return context != null && context.begun() ? context : null;
    }

    /**
     * Returns the context of a codec, creating it if needed, also in place of one of another level; null if there is none, for the reason
     * that {@link #refusal} returns.
     */
    public @Nullable SendingContext of(CodecSpec spec) {
        usedAt = nanoClock.getAsLong();
        SendingContext context = open.get(spec.codec());
        if (context != null && !context.serves(spec)) {
            drop(spec.codec());
            context = null;
        }
        CodecSpec granted = grants.allowed(spec);
        if (granted == null) {
            refusal = RawReason.NO_GRANT;
            drop(spec.codec());
            return null;
        }
        int most = most(granted.windowLog());
        if (context == null) {
            return begin(spec, most);
        }
        if (context.windowLog() > most) {
            return shrunk(context, spec, most);
        }
        if (context.windowLog() < most && context.hasLittleToLose()) {
            return grown(context, spec, most);
        }
        return context;
    }

    /** Applies whether the peer decodes version 2 of dense, which has level 0. A context of dense that was begun otherwise restarts. */
    public void hasLevel0(boolean now) {
        if (hasLevel0 != now) {
            hasLevel0 = now;
            drop(Codec.DENSE);
        }
    }

    /** Returns whether a codec has a context now. */
    public boolean has(Codec codec) {
        return open.containsKey(codec);
    }

    /** Returns why the last context was unavailable. */
    public RawReason refusal() {
        return refusal;
    }

    private int most(int grantedLog) {
        return Math.min(grantedLog, Math.max(account.windowLimitLog(), WindowCosts.SMALLEST_LOG));
    }

    private @Nullable SendingContext begin(CodecSpec spec, int most) {
        long now = nanoClock.getAsLong();
        if (memoryShort && now - memoryShortSince < MEMORY_RETRY_NANOS) {
            refusal = RawReason.MEMORY;
            return null;
        }
        int limitBefore = account.windowLimitLog();
        want(spec);
        if (account.windowLimitLog() < limitBefore) {
            budget.shrink(this);
        }
        int log = Math.min(most, most(spec.windowLog()));
        SendingContext context = budget.open(spec, log, hasLevel0, account);
        while (context == null && budget.reclaim(this, now)) {
            context = budget.open(spec, log, hasLevel0, account);
        }
        memoryShort = context == null;
        memoryShortSince = now;
        if (context == null) {
            refusal = RawReason.MEMORY;
            tellReceiver(spec.codec());
        } else {
            context.used(now);
            context.triedToGrow(now);
            put(context);
        }
        return context;
    }

    private void put(SendingContext context) {
        open.put(context.codec(), context);
        opened();
    }

    private void opened() {
        int largest = 0;
        for (SendingContext context : open.values()) {
            largest = Math.max(largest, context.windowLog());
        }
        largestLog = largest;
    }

    private void want(CodecSpec spec) {
        Wanted before = wanted.get(spec.codec());
        if (before == null || !before.spec().equals(spec)) {
            WindowCosts costs = ContextBudget.costs(spec);
            wanted.put(spec.codec(), new Wanted(spec, costs));
            account.want(costs);
            if (before != null) {
                account.unwant(before.costs());
            }
        }
    }

    private void unwant(Codec codec) {
        Wanted before = wanted.remove(codec);
        if (before != null) {
            account.unwant(before.costs());
        }
    }

    /**
     * Restarts a context that takes more memory than one with the given window; some codecs need the same memory for
     * several windows.
     */
    private @Nullable SendingContext shrunk(SendingContext context, CodecSpec spec, int most) {
        if (!context.needsMoreThan(most)) {
            return context;
        }
        account.shrank();
        drop(spec.codec());
        return begin(spec, most);
    }

    private SendingContext grown(SendingContext context, CodecSpec spec, int most) {
        long now = nanoClock.getAsLong();
        if (now - context.triedToGrowAt() < MEMORY_RETRY_NANOS || !context.wouldGain(most)) {
            return context;
        }
        context.triedToGrow(now);
        SendingContext larger = budget.open(spec, most, hasLevel0, account);
        if (larger == null) {
            return context;
        }
        if (larger.windowLog() <= context.windowLog()) {
            larger.close();
            return context;
        }
        context.close();
        larger.used(now);
        larger.triedToGrow(now);
        put(larger);
        return larger;
    }

    /** Frees a context whose next frame begins a new one; the receiver keeps its own until then. */
    private void drop(Codec codec) {
        SendingContext context = open.remove(codec);
        if (context != null) {
            context.close();
            opened();
        }
    }

    // ---- grants of the receiver

    /**
     * Applies a grant of the receiver, and shrinks the context if the grant is lower than before.
     *
     * @param grant the granted context in the message; null for none
     */
    public void granted(Codec codec, ContextWindow message, @Nullable CodecSpec grant) {
        grants.granted(codec, message, grant);
        SendingContext context = open.get(codec);
        if (context != null) {
            CodecSpec allowed = grants.allowed(context.wanted());
            if (allowed == null || context.windowLog() > allowed.windowLog()) {
                drop(codec);
            }
        }
        if (message.getLowering() != 0) {
            grants.obeyed(codec, message.getLowering());
        }
    }

    // ---- memory for others

    Account account() {
        return account;
    }

    boolean isHere() {
        return channel.eventLoop().inEventLoop();
    }

    /** Sets whether a frame is being encoded on another thread. */
    public void busy(boolean isBusy) {
        busy = isBusy;
    }

    /** Returns whether a context is above the limit of windows. Safe from any thread. */
    boolean isTooLarge() {
        return largestLog > most(WindowCosts.LARGEST_LOG);
    }

    /** Frees contexts above the limit of windows; their next frames begin smaller ones. */
    void shrink() {
        if (busy || closed || !isTooLarge()) {
            return;
        }
        int most = most(WindowCosts.LARGEST_LOG);
        for (SendingContext context : List.copyOf(open.values())) {
            if (context.windowLog() > most && context.needsMoreThan(most)) {
                account.shrank();
                drop(context.codec());
            }
        }
    }

    /** Shrinks on the link's own event loop, once for all requests until then. Safe from any thread. */
    void shrinkLater() {
        if (!shrinking.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.eventLoop().execute(() -> {
                shrinking.set(false);
                shrink();
            });
        } catch (RejectedExecutionException e) {
            shrinking.set(false); // the event loop has ended, and the link with it
        }
    }

    /** Returns the idle time of the least recently used context, in nanoseconds; 0 if no context can be given up. */
    long idleSince(long now) {
        long longest = 0;
        if (!busy) {
            for (SendingContext context : open.values()) {
                longest = Math.max(longest, now - context.usedAt());
            }
        }
        return longest;
    }

    /** Frees all contexts, and lets the receiver free its own. */
    void giveUp() {
        List.copyOf(open.keySet()).forEach(codec -> {
            account.evicted();
            release(codec);
        });
        channel.flush();
    }

    // ---- for the link

    /** Records that a frame of the codec is sent to the receiver, which has a context from then on. */
    public void sent(Codec codec) {
        receiverHolds.add(codec);
    }

    /** Frees the contexts that match none of these, and lets the receiver free its own of other codecs. */
    public void keepOnly(List<CodecSpec> specs) {
        boolean freed = open.values().removeIf(context -> {
            boolean goes = specs.stream().noneMatch(context::serves);
            if (goes) {
                context.close();
            }
            return goes;
        });
        memoryShort &= !freed;
        opened();
        for (Wanted one : List.copyOf(wanted.values())) {
            if (!specs.contains(one.spec())) {
                unwant(one.spec().codec());
            }
        }
        for (Codec held : List.copyOf(receiverHolds)) {
            if (specs.stream().noneMatch(spec -> spec.codec() == held)) {
                release(held);
            }
        }
        grants.keepOnly(specs);
    }

    /** Frees a context, and lets the receiver free its own. */
    public void release(Codec codec) {
        drop(codec);
        unwant(codec);
        tellReceiver(codec);
    }

    private void tellReceiver(Codec codec) {
        if (receiverHolds.remove(codec)) {
            control.release(codec);
        }
    }

    /** Frees contexts that were idle for that long or are too large; returns whether to flush. */
    public boolean releaseIdleFor(long nanos, long now) {
        List<Codec> idle = open.values().stream()
                .filter(context -> now - context.usedAt() >= nanos)
                .map(SendingContext::codec)
                .toList();
        idle.forEach(this::release);
        boolean released = !idle.isEmpty() || now - usedAt >= nanos && releaseDropped();
        shrink();
        return released;
    }

    /** Releases contexts that shrank or found no memory and were not needed since; returns whether it wrote RELEASE. */
    private boolean releaseDropped() {
        memoryShort = false;
        boolean tells = false;
        for (Codec codec : List.copyOf(wanted.keySet())) {
            if (!open.containsKey(codec)) {
                tells |= receiverHolds.contains(codec);
                release(codec);
            }
        }
        return tells;
    }

    public long memoryBytes() {
        long sum = 0;
        for (SendingContext context : open.values()) {
            sum += context.memoryBytes();
        }
        return sum;
    }

    /**
     * Returns the window of a codec's context, as a base-two logarithm of bytes; 0 for none. Safe from any thread,
     * where it may be out of date.
     */
    public int windowLog(Codec codec) {
        SendingContext context = open.get(codec);
        return context == null ? 0 : context.windowLog();
    }

    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        budget.leave(this);
        open.values().forEach(SendingContext::close);
        open.clear();
        List.copyOf(wanted.keySet()).forEach(this::unwant);
    }
}
