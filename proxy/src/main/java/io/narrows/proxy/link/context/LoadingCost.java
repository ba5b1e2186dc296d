package io.narrows.proxy.link.context;

import io.narrows.codec.CodecCost;
import io.narrows.codec.dense.ContextState;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Predicts the time to load the state that a context begins from. The first ones of a process take many times as long as later ones, for
 * which the code is compiled. Safe for use by many threads.
 */
final class LoadingCost {
    /** Number of states after which the code is compiled. */
    static final int COMPILED_AFTER = 50;

    private final AtomicInteger loaded = new AtomicInteger();

    /** Returns the time to load a state, in nanoseconds. */
    double nanos(ContextState state) {
        return CodecCost.loadingNanos(state.memoryBytes(), loaded.get() >= COMPILED_AFTER);
    }

    /** Records that a state was loaded. */
    void loaded() {
        if (loaded.get() < COMPILED_AFTER) {
            loaded.incrementAndGet();
        }
    }
}
