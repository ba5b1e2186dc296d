package io.narrows.codec.dense;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a context that both ends have, in the order in which a {@link ContextState} contains them.
 *
 * @param sequences null in contexts of version 1, which have no frames of level 0
 * @param modelBytes memory of the models and of all other parts but the history, as that of a new context
 */
record ContextParts(
        Parameters parameters,
        Models models,
        @Nullable SequenceModels sequences,
        Tokens tokens,
        Sizes sizes,
        Offsets offsets,
        History history,
        ModelBytes modelBytes) {
    private static final int[] NO_PRICES = {};

    static ContextParts of(
            Parameters parameters,
            Models models,
            @Nullable SequenceModels sequences,
            Tokens tokens,
            Sizes sizes,
            Offsets offsets,
            History history) {
        ModelBytes bytes = new ModelBytes();
        bytes.add(Sizes.BYTES + Offsets.BYTES);
        models.countIn(bytes);
        tokens.own.countIn(bytes);
        if (sequences != null) {
            sequences.countIn(bytes);
        }
        return new ContextParts(parameters, models, sequences, tokens, sizes, offsets, history, bytes);
    }

    /** Returns the state of a decoder, between two frames. */
    ContextState save() {
        return save(NO_PRICES);
    }

    /**
     * Returns the state, between two frames.
     *
     * @param prices those of an encoder
     */
    ContextState save(int[] prices) {
        StateWriter state = new StateWriter();
        state.number(identity(parameters));
        models.save(state);
        if (sequences != null) {
            sequences.save(state);
        }
        tokens.own.save(state);
        sizes.save(state);
        offsets.save(state, history);
        if (!parameters.isVersion2()) {
            tokens.save(state); // phrases keep nothing of the pieces before
        }
        history.save(state);
        return new ContextState(state.toBytes(), prices, history.savedLength(), state.rowBytes());
    }

    /**
     * Returns the memory of the parts, in bytes, if the context is a new one with this content and these models. That is what its decoder
     * holds, besides larger arrays that are prepared for the history.
     *
     * @param more bytes of content that are added before
     */
    long neededBytes(int more) {
        return modelBytes.total() + history.neededBytes(more);
    }

    /** Returns whether a context with some parameters can begin from a state. */
    static boolean fits(Parameters parameters, ContextState state) {
        return state.reader().number() == identity(parameters);
    }

    /** Sets the parts, which must be those of a context without frames, to a state that {@link #fits}. */
    void load(ContextState saved) {
        StateReader state = saved.reader();
        state.number();
        models.load(state);
        if (sequences != null) {
            sequences.load(state);
        }
        tokens.own.load(state);
        sizes.load(state);
        offsets.load(state);
        if (!parameters.isVersion2()) {
            tokens.load(state);
        }
        history.load(state);
    }

    /** Returns the first four bytes of a state: its form, the version of the format, how literals are predicted, and zero. */
    private static int identity(Parameters parameters) {
        return ContextState.FORM
                | parameters.version() << 8
                | parameters.literals().ordinal() << 16;
    }
}
