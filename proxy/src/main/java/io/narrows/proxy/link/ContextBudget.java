package io.narrows.proxy.link;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.StreamEncoder;
import io.narrows.proxy.link.shared.HistoryMemory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the compression contexts of the process may take together, with the history that links share. When it is
 * short, windows shrink; when not even the smallest fits, there is no context, and what does not fit of history is not shared.
 * What peers make this side hold to decompress counts too, but cannot be refused: it was the peer's budget that allowed it.
 * Safe for use by many threads.
 */
public final class ContextBudget implements HistoryMemory {
    /** Below this window a context costs nearly the same and saves much less: 16 KiB. */
    private static final int SMALLEST_WINDOW_LOG = 14;

    private final Codecs codecs;
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    /** @param limit in bytes */
    public ContextBudget(Codecs codecs, long limit) {
        this.codecs = codecs;
        this.limit = limit;
    }

    /** A context as wanted, or with a smaller window, or null when the budget is used up. */
    SendingContext open(CodecSpec wanted) {
        CodecSpec spec = wanted;
        while (true) {
            StreamEncoder encoder = codecs.streamEncoder(spec);
            if (take(encoder.memoryBytes())) {
                return new SendingContext(wanted, encoder, this);
            }
            encoder.close();
            int smaller = Math.min(spec.windowLog() - 2, 20);
            if (smaller < SMALLEST_WINDOW_LOG) {
                return null;
            }
            spec = spec.withWindowLog(smaller);
        }
    }

    /** Counts memory that cannot be refused. */
    void count(long bytes) {
        used.addAndGet(bytes);
    }

    @Override
    public void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    long usedBytes() {
        return used.get();
    }

    long limitBytes() {
        return limit;
    }

    @Override
    public boolean take(long bytes) {
        long before;
        do {
            before = used.get();
            if (before + bytes > limit) {
                return false;
            }
        } while (!used.compareAndSet(before, before + bytes));
        return true;
    }
}
