package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The contexts of a link's sending direction, one for each codec: a link that has stepped down keeps the one it stepped
 * down from, because what a context has learnt is what makes it dense. The receiver is told of each that is freed. Used on
 * the link's event loop only.
 */
final class SendingContexts {
    /** After the budget refused a context, the next try waits this long. */
    private static final long MEMORY_RETRY_NANOS = 1_000_000_000L;

    private final ContextBudget budget;
    private final String peer;
    private final LongSupplier nanoClock;
    private final ControlWriter control;
    private final Map<Codec, SendingContext> open = new EnumMap<>(Codec.class);
    private final Set<Codec> receiverHolds = EnumSet.noneOf(Codec.class);
    private long memoryShortSince;
    private boolean memoryShort;

    SendingContexts(ContextBudget budget, String peer, LongSupplier nanoClock, ControlWriter control) {
        this.budget = budget;
        this.peer = peer;
        this.nanoClock = nanoClock;
        this.control = control;
    }

    /** The context of a codec, a new one if need be, or null when the budget is used up. */
    SendingContext of(CodecSpec spec) {
        SendingContext context = open.get(spec.codec());
        if (context != null) {
            return context;
        }
        long now = nanoClock.getAsLong();
        if (memoryShort && now - memoryShortSince < MEMORY_RETRY_NANOS) {
            return null;
        }
        context = budget.open(spec, peer);
        memoryShort = context == null;
        memoryShortSince = now;
        if (memoryShort) {
            release(spec.codec());
        } else {
            context.used(now);
            open.put(spec.codec(), context);
        }
        return context;
    }

    /** A frame of that codec goes to the receiver, which has a context from then on. */
    void sent(Codec codec) {
        receiverHolds.add(codec);
    }

    /** Frees those that serve none of these, and lets the receiver free its own of other codecs. */
    void keepOnly(List<CodecSpec> specs) {
        open.values().removeIf(context -> {
            boolean goes = specs.stream().noneMatch(context::serves);
            if (goes) {
                context.close();
            }
            return goes;
        });
        for (Codec held : List.copyOf(receiverHolds)) {
            if (specs.stream().noneMatch(spec -> spec.codec() == held)) {
                release(held);
            }
        }
    }

    /** Frees one, and lets the receiver free its own. */
    void release(Codec codec) {
        SendingContext context = open.remove(codec);
        if (context != null) {
            context.close();
        }
        if (receiverHolds.remove(codec)) {
            control.release(codec);
        }
    }

    /** Frees those that were not used for long; true when there is something to flush. */
    boolean releaseIdleFor(long nanos, long now) {
        List<Codec> idle = open.values().stream()
                .filter(context -> now - context.usedAt() >= nanos)
                .map(SendingContext::codec)
                .toList();
        idle.forEach(this::release);
        return !idle.isEmpty();
    }

    long memoryBytes() {
        long sum = 0;
        for (SendingContext context : open.values()) {
            sum += context.memoryBytes();
        }
        return sum;
    }

    void close() {
        open.values().forEach(SendingContext::close);
        open.clear();
    }
}
