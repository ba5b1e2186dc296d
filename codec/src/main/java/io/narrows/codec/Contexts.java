package io.narrows.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A pool of idle native contexts of one codec, at most one per processor. A thread usually gets back the context that it
 * returned last; neither operation blocks or, with a pooled context, allocates. Safe for use by many threads.
 */
public final class Contexts<C> {
    private final AtomicReferenceArray<C> idle;
    private final Supplier<C> open;
    private final Consumer<C> close;

    /**
     * @param open creates a context if none is idle
     * @param close frees a context if enough are idle
     */
    public Contexts(Supplier<C> open, Consumer<C> close) {
        int slots = Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors() * 2 - 1));
        this.idle = new AtomicReferenceArray<>(slots);
        this.open = open;
        this.close = close;
    }

    /** Returns a context that belongs to the caller until it is given back. */
    public C take() {
        C context = idle.getAndSet(slot(), null);
        return context != null ? context : open.get();
    }

    /** Returns a context to the pool, or closes it. */
    public void giveBack(C context) {
        if (!idle.compareAndSet(slot(), null, context)) {
            close.accept(context);
        }
    }

    void closeIdle() {
        for (int i = 0; i < idle.length(); i++) {
            C context = idle.getAndSet(i, null);
            if (context != null) {
                close.accept(context);
            }
        }
    }

    @SuppressWarnings("deprecation") // Thread.threadId() exists since Java 19
    private int slot() {
        return (int) Thread.currentThread().getId() & (idle.length() - 1);
    }
}
