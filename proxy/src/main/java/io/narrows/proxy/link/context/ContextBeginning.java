package io.narrows.proxy.link.context;

import io.narrows.proxy.link.primed.Origin;

/**
 * The beginning of a sending context: empty, or with the state of an earlier context. Knows how long the first frame takes to load it. Not
 * thread-safe.
 */
public final class ContextBeginning {
    private static final int NO_STATE = -1;

    private final LoadingCost cost;

    /** The number of the offer of the state; {@link #NO_STATE} for none. */
    private int number = NO_STATE;

    /** Time that the first frame takes to load the state; 0 for none. */
    private double loadingNanos;

    /** @param cost of the process */
    ContextBeginning(LoadingCost cost) {
        this.cost = cost;
    }

    /** Begins with a state. */
    void beginFrom(Origin origin) {
        number = origin.number();
        loadingNanos = cost.nanos(origin.state());
    }

    /** Returns whether the context begins empty. */
    public boolean isEmpty() {
        return !hasState();
    }

    /** Returns whether the context begins with the state of an earlier one. */
    public boolean hasState() {
        return number != NO_STATE;
    }

    /** Returns the number of the offer of the state; only if the context {@linkplain #hasState has} one. */
    public int stateNumber() {
        return number;
    }

    /** Returns the time that the first frame takes to load the state, in nanoseconds. */
    double loadingNanos() {
        return loadingNanos;
    }

    /** Records that the first frame was encoded. */
    void firstFrameEncoded() {
        if (hasState()) {
            cost.loaded();
        }
    }
}
