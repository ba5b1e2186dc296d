package io.narrows.codec;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Idle native contexts of one codec, at most one for each processor. A thread takes the one it gave back last where
 * nobody else did; nothing blocks and nothing is allocated on that way. Safe for use by many threads.
 */
public final class Contexts<C> {
    private final AtomicReferenceArray<C> idle;
    private final Supplier<C> open;
    private final Consumer<C> close;

    /**
     * @param open makes one where none is idle
     * @param close frees one where enough are idle
     */
    public Contexts(Supplier<C> open, Consumer<C> close) {
        int slots = Integer.highestOneBit(Math.max(1, Runtime.getRuntime().availableProcessors() * 2 - 1));
        this.idle = new AtomicReferenceArray<>(slots);
        this.open = open;
        this.close = close;
    }

    /** A context that belongs to the caller until it is given back. */
    public C take() {
        C context = idle.getAndSet(slot(), null);
        return context != null ? context : open.get();
    }

    /** Keeps a context for the next one who takes, or closes it. */
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

    @SuppressWarnings("deprecation") // Thread.threadId() is there from 19 on
    private int slot() {
        return (int) Thread.currentThread().getId() & (idle.length() - 1);
    }
}
