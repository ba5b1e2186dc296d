package io.narrows.proxy.link;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.ContextSizes;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.Storage;

/**
 * Opens compression contexts within the memory that the ledger has for them. When that is short, windows shrink; when not even the
 * smallest fits, there is no context. Safe for use by many threads.
 */
public final class ContextBudget {
    /** Below this window a context costs nearly the same and saves much less: 16 KiB. */
    private static final int SMALLEST_WINDOW_LOG = 14;

    private final Codecs codecs;
    private final MemoryLedger ledger;

    public ContextBudget(Codecs codecs, MemoryLedger ledger) {
        this.codecs = codecs;
        this.ledger = ledger;
    }

    /** Returns a context for what is sent to a peer, with the window that is wanted or a smaller one; null when there is no memory. */
    SendingContext open(CodecSpec wanted, String peer) {
        return open(wanted, ledger.account(Purpose.SENDING, peer));
    }

    /** Returns a context whose output is thrown away; null when there is no memory. */
    SendingContext openProbe(CodecSpec wanted, String peer) {
        return open(wanted, ledger.account(Purpose.PROBES, peer));
    }

    private SendingContext open(CodecSpec wanted, Account account) {
        Storage storage = storage(wanted.codec());
        CodecSpec spec = wanted;
        while (true) {
            long bytes = ContextSizes.encoder(spec);
            if (account.take(storage, bytes)) {
                return make(wanted, spec, bytes, () -> account.giveBack(storage, bytes));
            }
            int smaller = Math.min(spec.windowLog() - 2, 20);
            if (smaller < SMALLEST_WINDOW_LOG) {
                return null;
            }
            spec = spec.withWindowLog(smaller);
        }
    }

    private SendingContext make(CodecSpec wanted, CodecSpec spec, long bytes, Runnable giveBack) {
        try {
            return new SendingContext(wanted, spec.windowLog(), codecs.streamEncoder(spec), bytes, giveBack);
        } catch (RuntimeException | Error e) {
            giveBack.run();
            throw e;
        }
    }

    /** Returns where the contexts of a codec are. */
    static Storage storage(Codec codec) {
        return switch (codec) {
            case DENSE, LZ4, LZ4HC -> Storage.HEAP;
            case NONE, GZIP, SNAPPY, ZSTD -> Storage.NATIVE;
        };
    }

    /** What contexts, shared history and probes take together, in bytes. */
    long usedBytes() {
        return ledger.contextBytes();
    }
}
