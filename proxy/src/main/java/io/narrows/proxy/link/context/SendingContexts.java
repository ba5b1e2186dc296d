package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.control.ControlWriter;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.meter.RawReason;
import io.netty.channel.Channel;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of a link's sending direction, one for each codec. A link that has stepped down keeps the context that
 * it stepped down from, because its compression depends on its history. The receiver is notified of each context that
 * is freed. Used on the link's event loop only, except where noted.
 *
 * <p>A context's window is the smallest of what the policy requests, the receiver grants and the memory allows. One
 * that is too large is restarted with a smaller window before its next frame; one that could be larger is restarted
 * when it has little to lose. Those of dense have their memory in {@link SendingSteps}.
 */
public final class SendingContexts {
    private final ContextEviction eviction;
    private final SendingGrants grants;
    private final LongSupplier nanoClock;
    private final OpenContexts open;
    private final EvictableContexts evictable;
    private final ContextOpener opener;
    private final SendingSteps steps;
    private RawReason refusal = RawReason.NO_GRANT;
    private long usedAt;
    private boolean closed;

    /** @param decodesDenseVersion2 whether the peer decodes version 2 of dense, which has level 0 */
    public SendingContexts(
            ContextBudget budget,
            PeerId peer,
            SendingGrants grants,
            Channel channel,
            LongSupplier nanoClock,
            ControlWriter control,
            boolean decodesDenseVersion2) {
        this.eviction = budget.eviction();
        this.grants = grants;
        this.nanoClock = nanoClock;
        SendingDemand demand = new SendingDemand(budget.sending(peer), this::shrinkOthers);
        this.open = new OpenContexts(demand, control);
        this.evictable = new EvictableContexts(budget.sending(peer), demand, open, channel);
        this.opener = new ContextOpener(budget, demand, open, evictable, decodesDenseVersion2);
        this.steps = new SendingSteps(opener, demand, open, grants, this::shrinkOthers, nanoClock);
        eviction.join(evictable);
    }

    private void shrinkOthers() {
        eviction.shrinkOthers(evictable);
    }

    /**
     * Returns the context of a codec with room for a frame, creating it if needed, also in place of one of another level or without room;
     * null if there is none, for the reason that {@link #refusal} returns.
     *
     * @param bytes content of the frame
     */
    public @Nullable SendingContext of(CodecSpec spec, int bytes) {
        usedAt = nanoClock.getAsLong();
        SendingContext context = open.get(spec.codec());
        if (context != null && !context.serves(spec)) {
            open.drop(spec.codec());
            context = null;
        }
        CodecSpec granted = grants.allowed(spec);
        if (granted == null) {
            refusal = RawReason.NO_GRANT;
            open.drop(spec.codec());
            return null;
        }
        if (SendingDemand.isInSteps(spec)) {
            context = steps.reserve(context, spec, granted.windowLog(), bytes, usedAt);
        } else {
            context = withWindow(context, spec, opener.most(granted.windowLog()));
        }
        if (context == null) {
            refusal = SendingDemand.isInSteps(spec) ? steps.refusal() : RawReason.MEMORY;
        }
        return context;
    }

    /** Returns a context whose window is at most the given one, and not much smaller; null if there is no memory. */
    private @Nullable SendingContext withWindow(@Nullable SendingContext context, CodecSpec spec, int most) {
        if (context == null) {
            return opener.begin(spec, most, usedAt);
        }
        if (context.windowLog() > most) {
            return opener.shrink(context, most, usedAt);
        }
        if (context.windowLog() < most && context.hasLittleToLose()) {
            return opener.grow(context, most, usedAt);
        }
        return context;
    }

    /** Returns why the last context was unavailable. */
    public RawReason refusal() {
        return refusal;
    }

    /** Returns the steps in which contexts get their memory: those of dense; for other codecs, each reservation succeeds. */
    public SendingSteps steps() {
        return steps;
    }

    /** Returns the context of a codec that has sent a frame; null if there is none. */
    public @Nullable SendingContext begun(Codec codec) {
        SendingContext context = open.get(codec);
        return context != null && context.begun() ? context : null;
    }

    /** Returns whether a codec has a context now. */
    public boolean has(Codec codec) {
        return open.has(codec);
    }

    /** Applies whether the peer decodes version 2 of dense, which has level 0. A context of dense that was begun otherwise restarts. */
    public void decodesDenseVersion2(boolean now) {
        if (opener.decodesDenseVersion2(now)) {
            open.drop(Codec.DENSE);
        }
    }

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
            context.memory().grant(grants.memory(codec));
            boolean isTooLarge = grants.isInSteps(codec)
                    ? context.exceedsGrant()
                    : allowed != null && context.windowLog() > allowed.windowLog();
            if (allowed == null || isTooLarge) {
                open.drop(codec);
            }
        }
        if (message.getLowering() != 0) {
            grants.obeyed(codec, message.getLowering());
        }
    }

    /** Sets whether a frame is being encoded on another thread. */
    public void busy(boolean isBusy) {
        evictable.busy(isBusy);
    }

    /** Records that a frame of the codec is sent to the receiver, which has a context from then on. */
    public void sent(Codec codec) {
        open.sent(codec);
    }

    /** Frees the contexts that match none of these, and lets the receiver free its own of other codecs. */
    public void keepOnly(List<CodecSpec> specs) {
        if (open.keepOnly(specs)) {
            opener.retry();
        }
        grants.keepOnly(specs);
    }

    /** Frees a context, and lets the receiver free its own. */
    public void release(Codec codec) {
        open.release(codec);
    }

    /** Frees contexts that were idle for that long or are too large; returns whether to flush. */
    public boolean releaseIdleFor(long nanos, long now) {
        boolean released = open.releaseIdleFor(nanos, now);
        if (!released && now - usedAt >= nanos) {
            opener.retry();
            released = open.releaseDropped();
        }
        released |= steps.askForLeast(now);
        evictable.shrink();
        return released;
    }

    /** Returns the allocated memory of the contexts, in bytes. */
    public long memoryBytes() {
        return open.memoryBytes();
    }

    /** Returns the memory of the contexts that are on the Java heap, in bytes. */
    public long heapBytes() {
        return open.heapBytes();
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
        if (!closed) {
            closed = true;
            evictable.close();
            eviction.leave(evictable);
            open.close();
        }
    }
}
