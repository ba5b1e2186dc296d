package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.codec.ContextStep;
import io.narrows.codec.ContextSteps;
import io.narrows.config.PeerId;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;
import io.narrows.proxy.memory.WindowCosts;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Opens compression contexts within the ledger's limits. Its {@link ContextEviction} frees memory of other links before a context is
 * refused. Safe for use by many threads.
 */
public final class ContextBudget {
    private final Codecs codecs;
    private final MemoryLedger ledger;
    private final ContextEviction eviction = new ContextEviction();
    private final LoadingCost loading = new LoadingCost();

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
     * @param isVersion2 whether a context of dense is of version 2 of its format, which the peer must decode; its frames may then be of the
     *     {@linkplain CodecSpec#lowerLevel lower level}
     */
    @Nullable
    SendingContext open(CodecSpec wanted, int mostLog, boolean isVersion2, Account account) {
        Storage storage = storage(wanted.codec());
        for (int log = mostLog; ; log--) {
            CodecSpec spec = wanted.withWindowLog(log);
            long bytes = ContextSizes.encoder(spec);
            boolean smallest = log <= WindowCosts.SMALLEST_LOG;
            if (smallest ? takeSmallest(account, storage, bytes) : account.take(storage, bytes)) {
                return make(wanted, spec, isVersion2, new Reservation(account, storage, bytes));
            }
            if (smallest) {
                return null;
            }
        }
    }

    /**
     * Returns a context that has only the memory of its first step; null when there is none.
     *
     * @param log the window, as a base-two logarithm of bytes
     */
    @Nullable
    SendingContext openInSteps(CodecSpec wanted, int log, boolean isVersion2, Account account) {
        Storage storage = storage(wanted.codec());
        CodecSpec spec = wanted.withWindowLog(log);
        List<ContextStep> steps = ContextSteps.of(spec);
        long bytes = steps.get(0).encoderBytes();
        return takeSmallest(account, storage, bytes)
                ? make(wanted, spec, isVersion2, new Reservation(account, storage, bytes), steps)
                : null;
    }

    /**
     * Closes a context and returns one that begins in its place, with the memory of its first step.
     *
     * @param log the window, as a base-two logarithm of bytes
     */
    SendingContext restart(SendingContext before, int log, boolean isVersion2) {
        CodecSpec spec = before.wanted().withWindowLog(log);
        List<ContextStep> steps = ContextSteps.of(spec);
        Reservation memory = before.closeForAnother();
        memory.lower(Math.min(memory.bytes(), steps.get(0).encoderBytes()));
        return make(before.wanted(), spec, isVersion2, memory, steps);
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
                ? make(wanted, wanted, false, new Reservation(account, storage, bytes))
                : null;
    }

    /** Returns the eviction of the contexts that links send with. */
    ContextEviction eviction() {
        return eviction;
    }

    private SendingContext make(CodecSpec wanted, CodecSpec spec, boolean isVersion2, Reservation memory) {
        return make(wanted, spec, isVersion2, memory, List.of());
    }

    private SendingContext make(
            CodecSpec wanted, CodecSpec spec, boolean isVersion2, Reservation memory, List<ContextStep> steps) {
        try {
            return new SendingContext(
                    wanted,
                    spec.windowLog(),
                    codecs.streamEncoder(spec, isVersion2),
                    loading,
                    new SteppedMemory(memory, steps));
        } catch (RuntimeException | Error e) {
            memory.giveBack();
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
