package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.control.ControlWriter;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open contexts of a link's sending direction, one for each codec, and the codecs of which the receiver has one. A context can be
 * dropped, so that the next frame begins another one, or released at both ends. Used on the link's event loop only, except where noted.
 */
final class OpenContexts {
    private final SendingDemand demand;
    private final ControlWriter control;
    private final Map<Codec, SendingContext> open = new EnumMap<>(Codec.class);
    private final Set<Codec> receiverHolds = EnumSet.noneOf(Codec.class);

    /**
     * @param demand learns what the contexts hold
     * @param control notifies the receiver of released contexts
     */
    OpenContexts(SendingDemand demand, ControlWriter control) {
        this.demand = demand;
        this.control = control;
    }

    /** Returns the context of a codec; null if there is none. Safe from any thread, where it may be out of date. */
    @Nullable
    SendingContext get(Codec codec) {
        return open.get(codec);
    }

    boolean has(Codec codec) {
        return open.containsKey(codec);
    }

    List<SendingContext> all() {
        return List.copyOf(open.values());
    }

    /** Adds a context, in place of one of the same codec that was closed. */
    void put(SendingContext context) {
        open.put(context.codec(), context);
        demand.holds(context.codec(), context.memory().reservedBytes());
    }

    /** Records that the memory of a context may have changed, unless the context is no longer open. */
    void resized(SendingContext context) {
        if (open.get(context.codec()) == context) {
            demand.holds(context.codec(), context.memory().reservedBytes());
        }
    }

    /** Removes a context, which the caller closes. */
    void remove(SendingContext context) {
        open.remove(context.codec());
        demand.holds(context.codec(), 0);
    }

    /** Records that a frame of the codec is sent to the receiver, which has a context from then on. */
    void sent(Codec codec) {
        receiverHolds.add(codec);
    }

    /** Returns whether the receiver has a context of a codec. */
    boolean receiverHas(Codec codec) {
        return receiverHolds.contains(codec);
    }

    /** Frees a context whose next frame begins a new one; the receiver keeps its own until then. */
    void drop(Codec codec) {
        SendingContext context = open.get(codec);
        if (context != null) {
            remove(context);
            context.close();
        }
    }

    /** Frees a context, and lets the receiver free its own. */
    void release(Codec codec) {
        drop(codec);
        demand.unwant(codec);
        releaseAtReceiver(codec);
    }

    /** Lets the receiver free its context. */
    void releaseAtReceiver(Codec codec) {
        if (receiverHolds.remove(codec)) {
            control.release(codec);
        }
    }

    /**
     * Frees the contexts that match none of these, and lets the receiver free its own of other codecs.
     *
     * @return whether any was freed here
     */
    boolean keepOnly(List<CodecSpec> specs) {
        boolean freed = false;
        for (SendingContext context : all()) {
            if (specs.stream().noneMatch(context::serves)) {
                drop(context.codec());
                freed = true;
            }
        }
        demand.wantOnly(specs);
        for (Codec held : List.copyOf(receiverHolds)) {
            if (specs.stream().noneMatch(spec -> spec.codec() == held)) {
                release(held);
            }
        }
        return freed;
    }

    /** Frees the contexts that were idle for that long, at both ends; returns whether there were any. */
    boolean releaseIdleFor(long nanos, long now) {
        boolean released = false;
        for (SendingContext context : all()) {
            if (now - context.usedAt() >= nanos) {
                release(context.codec());
                released = true;
            }
        }
        return released;
    }

    /** Releases contexts that were wanted, but dropped or never opened; returns whether it notified the receiver. */
    boolean releaseDropped() {
        boolean notified = false;
        for (Codec codec : demand.codecs()) {
            if (!has(codec)) {
                notified |= receiverHas(codec);
                release(codec);
            }
        }
        return notified;
    }

    /** Returns the idle time of the least recently used context, in nanoseconds; 0 if there is none. */
    long longestIdle(long now) {
        long longest = 0;
        for (SendingContext context : open.values()) {
            longest = Math.max(longest, now - context.usedAt());
        }
        return longest;
    }

    /** Returns the allocated memory of the contexts, in bytes. */
    long memoryBytes() {
        long sum = 0;
        for (SendingContext context : open.values()) {
            sum += context.memoryBytes();
        }
        return sum;
    }

    /** Returns the part of {@link #memoryBytes} that is on the Java heap. */
    long heapBytes() {
        long sum = 0;
        for (SendingContext context : open.values()) {
            sum += context.heapBytes();
        }
        return sum;
    }

    /** Frees all contexts of an ended link, without a message. */
    void close() {
        List.copyOf(open.keySet()).forEach(this::drop);
        demand.codecs().forEach(demand::unwant);
    }
}
