package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.MalformedDataException;
import io.narrows.codec.StreamDecoder;
import io.narrows.codec.StreamDictionary;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.context.ContextWindows;
import io.narrows.proxy.link.context.ShortOfMemoryException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.proto.ContextWindow;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.terms.CodecOffers;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The contexts of the peer on a link, one for each codec. Their memory was taken when they were granted; with a peer that requests no
 * grants, it is taken when they begin. Used on the link's event loop only.
 */
public final class ReceivingContexts {
    private final LinkEnvironment environment;
    private final LinkTerms terms;
    private final Account account;
    private final ReceivingGrants grants;
    private final Map<Codec, ReceivingContext> open = new EnumMap<>(Codec.class);
    private boolean finished;

    ReceivingContexts(LinkEnvironment environment, LinkTerms terms) {
        this.environment = environment;
        this.terms = terms;
        this.account = environment.memory().account(Purpose.RECEIVING, terms.peer());
        this.grants = new ReceivingGrants(account, terms.grantsInSteps());
    }

    /** Returns the context of a codec; null if there is none. */
    @Nullable
    ReceivingContext get(Codec codec) {
        return open.get(codec);
    }

    /** Records that a frame of a codec arrived. */
    void used(Codec codec) {
        if (terms.grantsContexts()) {
            grants.used(codec, now());
        }
    }

    /** Limits the decoder of a context to the granted memory, which may have been raised, before its next frame. */
    void limit(ReceivingContext context) {
        if (grants.isInSteps(context.codec())) {
            context.limitMemory(grants.bytes(context.codec()));
        }
    }

    /**
     * Begins a context, in place of the one before.
     *
     * @param needed maximum memory of the context
     * @param dictionary with which it begins; null for none
     */
    ReceivingContext begin(Codec codec, long needed, @Nullable StreamDictionary dictionary)
            throws ShortOfMemoryException {
        ReceivingContext before = open.get(codec);
        if (before != null && before.resets(needed, dictionary)) {
            before.reset();
            return before;
        }
        if (before != null) {
            open.remove(codec);
            before.close();
        }
        ReceivingContext begun = terms.grantsContexts()
                ? beginGranted(codec, needed, dictionary)
                : beginTaken(codec, needed, dictionary);
        open.put(codec, begun);
        return begun;
    }

    /** Takes the memory before creating the decoder, so that a hostile frame costs only its bytes. */
    private ReceivingContext beginTaken(Codec codec, long needed, @Nullable StreamDictionary dictionary)
            throws ShortOfMemoryException {
        Storage storage = ContextBudget.storage(codec);
        if (!account.take(storage, needed)) {
            throw new ShortOfMemoryException("no memory for a " + codec.label() + " context of " + needed
                    + " bytes: the peer has "
                    + account.usedBytes() + ", its share is " + account.shareBytes() + ", all peers have "
                    + account.pool().usedBytes() + " of " + account.pool().limitBytes());
        }
        try {
            return context(codec, needed, dictionary, () -> account.giveBack(storage, needed));
        } catch (RuntimeException | Error e) {
            account.giveBack(storage, needed);
            throw e;
        }
    }

    /** Begins a context whose memory was taken when it was granted. */
    private ReceivingContext beginGranted(Codec codec, long needed, @Nullable StreamDictionary dictionary)
            throws ShortOfMemoryException {
        boolean isInSteps = grants.isInSteps(codec) && grants.bytes(codec) > 0; // then the decoder has a limit
        if (!isInSteps && needed > grants.bytes(codec)) {
            throw new ShortOfMemoryException(codec.label() + " context of " + needed + " bytes (expected: at most "
                    + grants.bytes(codec) + ", as granted)");
        }
        return context(codec, needed, dictionary, () -> {});
    }

    private ReceivingContext context(Codec codec, long needed, @Nullable StreamDictionary dictionary, Runnable freed) {
        return new ReceivingContext(
                codec, decoder(codec, dictionary), dictionary != null, needed, freed, environment.nanoClock());
    }

    private StreamDecoder decoder(Codec codec, @Nullable StreamDictionary dictionary) {
        return dictionary == null
                ? environment.codecs().streamDecoder(codec, CodecOffers.MAX_WINDOW_LOG)
                : environment.codecs().streamDecoder(codec, CodecOffers.MAX_WINDOW_LOG, dictionary);
    }

    /** Frees a context after the sender freed its own. */
    public void release(int codecId) throws CorruptFrameException {
        try (ReceivingContext freed = open.remove(Codec.ofId(codecId))) {
            if (freed == null && !terms.grantsContexts() && !finished) {
                throw new CorruptFrameException("release of a context that does not exist: codec id " + codecId);
            }
        } catch (MalformedDataException e) {
            throw new CorruptFrameException(e.getMessage(), e);
        }
    }

    /** Handles a request of the peer for a context; returns the answer, or null if there is none. */
    public @Nullable ContextWindow wanted(ContextWindow want) throws CorruptFrameException {
        if (finished) {
            return null;
        }
        ContextWindow answer = grants.wanted(want, now());
        Codec codec = ContextWindows.codec(want);
        ReceivingContext context = open.get(codec);
        if (context != null && !tryLimitToGrant(context)) {
            open.remove(codec);
            context.close(); // the sender begins a smaller one
        }
        return answer;
    }

    /** Limits a context to what is granted now; returns false if it has more. */
    private boolean tryLimitToGrant(ReceivingContext context) {
        long granted = grants.bytes(context.codec());
        return grants.isInSteps(context.codec())
                ? granted > 0 && context.limitMemory(granted)
                : context.reservedBytes() <= granted;
    }

    /** Grants a context before the peer requests it; null for none. */
    public @Nullable ContextWindow grantAhead(CodecSpec spec) {
        return spec.codec() == Codec.NONE ? null : grants.ahead(spec, now());
    }

    /** Returns the changes of the peer's grants to announce, as available memory changes. */
    public List<ContextWindow> lookAfter(long now) throws ShortOfMemoryException {
        return grants.lookAfter(now);
    }

    /** Records that the peer has read everything up to a lowered grant. */
    public void grantsRead(int lowering, long now) {
        grants.read(lowering, now);
    }

    /** Returns the largest window that the peer may use for a codec, as a base-two logarithm of bytes; 0 for none. */
    public int grantedWindowLog(Codec codec) {
        return grants.windowLog(codec);
    }

    /** Returns the allocated memory of the contexts, in bytes. More may be reserved for them. */
    public long memoryBytes() {
        long sum = 0;
        for (ReceivingContext context : open.values()) {
            sum += context.memoryBytes();
        }
        return sum;
    }

    /** Returns the allocated memory of the contexts that are on the Java heap, in bytes. */
    public long heapBytes() {
        long sum = 0;
        for (ReceivingContext context : open.values()) {
            sum += context.heapBytes();
        }
        return sum;
    }

    /** Records that the peer begins no other context: later requests are ignored. */
    void finish() {
        finished = true;
    }

    /** Frees all contexts, and ends all grants. */
    void close() {
        open.values().forEach(ReceivingContext::close);
        open.clear();
        grants.close();
    }

    private long now() {
        return environment.nanoClock().getAsLong();
    }
}
