package io.narrows.proxy.link.receive;

import io.narrows.codec.Codec;
import io.narrows.codec.StreamDictionary;
import io.narrows.codec.dense.ContextState;
import io.narrows.proxy.link.dictionary.ConnectionDictionaries;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.primed.ConnectionStates;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The states and dictionaries with which the peer's contexts begin. The peer names a state in a message before the first frame of the context,
 * a dictionary in that frame. Used on the link's event loop only.
 */
public final class ReceivedBeginnings {
    private final ConnectionStates states;
    private final ConnectionDictionaries dictionaries;

    /** The state from which the context of the next frame begins; null for none. */
    private @Nullable ContextState named;

    ReceivedBeginnings(ConnectionStates states, ConnectionDictionaries dictionaries) {
        this.states = states;
        this.dictionaries = dictionaries;
    }

    /** Records that the context that the next frame begins does so from a state that this side offered. */
    public void beginFrom(int codecId, int number) throws CorruptFrameException {
        if (codecId != Codec.DENSE.id() || named != null) {
            throw new CorruptFrameException(
                    "state for a context of codec id " + codecId + " (expected: one, for dense)");
        }
        named = states.offered(number);
        if (named == null) {
            throw new CorruptFrameException("state " + number + " of the hello, which this side does not hold");
        }
    }

    /**
     * Checks that a frame after {@link #beginFrom} begins a context.
     *
     * @param isNew whether the frame is the first of a context
     */
    void requireBeginning(Codec codec, boolean isNew) throws CorruptFrameException {
        if (named != null && !(isNew && codec == Codec.DENSE)) {
            throw new CorruptFrameException(
                    "frame after the state of a context (expected: the first frame of the context)");
        }
    }

    /** Returns the dictionary that the first frame of a context names; null if it names none, or begins from a state. */
    @Nullable
    StreamDictionary dictionary(Codec codec, ByteBuffer firstFrame) {
        return named == null && codec.beginsWithDictionary() ? dictionaries.named(firstFrame) : null;
    }

    /** Begins a new context from the named state, if any. No other one begins from a state, or with a dictionary, from then on. */
    void begin(ReceivingContext context) {
        if (context.codec().beginsWithDictionary()) {
            dictionaries.received();
        }
        if (named != null) {
            context.beginFrom(named);
            named = null;
        }
        states.received();
    }

    /**
     * Records that the peer begins no other context.
     *
     * @throws CorruptFrameException if it has named the state of a context that it does not begin
     */
    void finished() throws CorruptFrameException {
        if (named != null) {
            throw new CorruptFrameException(
                    "FIN after the state of a context (expected: the first frame of the context)");
        }
        states.received();
    }
}
