package io.narrows.proxy.link.context;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dense.ContextState;
import io.narrows.proxy.link.primed.Origin;

/**
 * The beginning of a sending context: empty, with the state of an earlier context, or with a dictionary. Knows how much the first frame has
 * to load for it. Not thread-safe.
 */
public final class ContextBeginning {
    private static final int NO_STATE = -1;

    private final Codec codec;
    private final LoadingCost cost;

    /** The number of the offer of the state; {@link #NO_STATE} for none. */
    private int number = NO_STATE;

    /** Bytes of the dictionary, without frames; 0 for none. */
    private int dictionaryBytes;

    /** Whether the first frame loads a state: that of another context, or of the dictionary. */
    private boolean loadsState;

    /** Time that the first frame takes to load the state; 0 for none. */
    private double loadingNanos;

    /** @param cost of the process */
    ContextBeginning(Codec codec, LoadingCost cost) {
        this.codec = codec;
        this.cost = cost;
    }

    /** Begins with a state. */
    void beginFrom(Origin origin) {
        number = origin.number();
        loads(origin.state());
    }

    /**
     * Begins with a dictionary.
     *
     * @param spec of the encoder that has it
     */
    void beginWith(StreamDictionary dictionary, CodecSpec spec) {
        dictionaryBytes = dictionary.dictionary().shared().remaining();
        ContextState state = dictionary.initialState(spec);
        if (state != null) {
            loads(state);
        }
    }

    private void loads(ContextState state) {
        loadsState = true;
        loadingNanos = cost.nanos(state);
    }

    /** Returns whether the context begins empty. */
    public boolean isEmpty() {
        return !hasState() && !hasDictionary();
    }

    /** Returns whether the context begins with the state of an earlier one. */
    public boolean hasState() {
        return number != NO_STATE;
    }

    /** Returns the number of the offer of the state; only if the context {@linkplain #hasState has} one. */
    public int stateNumber() {
        return number;
    }

    /** Returns whether the context begins with a dictionary. */
    public boolean hasDictionary() {
        return dictionaryBytes > 0;
    }

    /** Returns the bytes of the dictionary that enter the tables of the encoder with the first frame. */
    long bytesToLoad() {
        boolean isLoaded = loadsState || codec != Codec.ZSTD && codec != Codec.DENSE;
        return isLoaded ? 0 : dictionaryBytes;
    }

    /** Returns the time that the first frame takes to load the state, in nanoseconds. */
    double loadingNanos() {
        return loadingNanos;
    }

    /** Records that the first frame was encoded. */
    void firstFrameEncoded() {
        if (loadsState) {
            cost.loaded();
        }
    }
}
