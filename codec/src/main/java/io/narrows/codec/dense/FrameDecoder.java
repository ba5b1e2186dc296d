package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the frames of a {@link FrameEncoder}. Its memory is bounded by the allowed window, its output by the space in
 * the target buffer, and its computation by both and the frame's length. After an exception it is unusable until
 * {@link #reset}. Not thread-safe.
 */
public final class FrameDecoder {
    private final ArrayPool arrays;
    private final int maxWindowLog;
    private final Offsets offsets = new Offsets();
    private final Sizes sizes = new Sizes();
    private final PlainRuns runs = new PlainRuns();

    private boolean decodedLevel0;

    /** The current context; null before its first frame. */
    private @Nullable Context context;

    /** The state that the next context begins from; null for none. */
    private @Nullable ContextState origin;

    /** The last context, whose models and history are reused after a reset. */
    private @Nullable Context held;

    private record Context(
            Parameters parameters,
            Models models,
            History history,
            ContentReader tokens,
            @Nullable Level0 level0) {
        ContextParts parts(Sizes sizes, Offsets offsets) {
            SequenceModels sequences = level0 == null ? null : level0.models;
            return new ContextParts(parameters, models, sequences, tokens, sizes, offsets, history);
        }
    }

    private record Level0(SequenceModels models, SequenceReader sequences) {}

    /** @param maxWindowLog base-two logarithm of the largest allowed window; values below 17 count as 17 */
    public FrameDecoder(int maxWindowLog) {
        this(maxWindowLog, new ArrayPool(0));
    }

    /**
     * @param maxWindowLog base-two logarithm of the largest allowed window; values below 17 count as 17
     * @param arrays supplies the decoder's arrays
     */
    public FrameDecoder(int maxWindowLog, ArrayPool arrays) {
        this.arrays = arrays;
        this.maxWindowLog = maxWindowLog;
    }

    /** Resets the decoder: the next frame must be the first one of a context. */
    public void reset() {
        context = null;
        origin = null;
    }

    /**
     * Begins the next context from a state of another one, as the encoder does. The next frame must be the first one of that context; it is
     * refused if the context cannot begin from the state.
     */
    public void beginFrom(ContextState state) {
        origin = state;
    }

    /**
     * Returns whether the context that starts with a frame can begin from a state.
     *
     * @param first the first frame of a context; its position is not changed
     * @throws DamagedFrameException if it is not a first frame or requests a larger window than allowed
     */
    public boolean fits(ByteBuffer first, ContextState state) throws DamagedFrameException {
        return ContextParts.fits(parameters(first.duplicate(), maxWindowLog), state);
    }

    /**
     * Returns the state after the last frame.
     *
     * @throws IllegalStateException if nothing was decoded yet
     */
    public ContextState state() {
        if (context == null) {
            throw new IllegalStateException("no state before the first frame");
        }
        return context.parts(sizes, offsets).save();
    }

    /** Returns the maximum memory of {@link #state}, in bytes; 0 if nothing was decoded yet. */
    public long maxStateBytes() {
        return context == null ? 0 : ContextParts.maxBytes(context.parameters.literals());
    }

    /**
     * Decodes a frame, all remaining bytes of {@code src}, into {@code dst}.
     *
     * @throws DamagedFrameException if it is not a frame, or its content does not fit into {@code dst}
     */
    public void decode(ByteBuffer src, ByteBuffer dst, Workspace workspace) throws DamagedFrameException {
        Context current = context == null ? begin(src) : context;
        int length = src.remaining();
        byte[] coded = workspace.of(length + BitDecoder.SLACK);
        src.get(coded, 0, length);
        Arrays.fill(coded, length, length + BitDecoder.SLACK, (byte) 0);
        BitDecoder coder = current.tokens.coder;
        coder.start(coded, 0, length == 1 && coded[0] == 0 ? 0 : length);
        Level0 level0 = current.level0;
        if (level0 != null && !level0.models.decodeLevel(coder)) {
            level0 = null;
        }
        decodedLevel0 = level0 != null;
        int size = sizes.decode(coder, current.models);
        if (size == 0 || size > dst.remaining()) {
            throw new DamagedFrameException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        if (level0 != null) {
            level0.sequences.start(coded, 0, length);
            decodeSequences(current.history, level0.sequences, size, dst);
            level0.sequences.finish();
        } else {
            decodeContent(current, size, dst);
            coder.finish();
        }
    }

    /**
     * Adds all remaining bytes of {@code content} to the window, as the encoder did.
     *
     * @throws IllegalStateException if nothing was decoded yet
     */
    public void learn(ByteBuffer content) {
        Context current = context;
        if (current == null) {
            throw new IllegalStateException("cannot learn before the first frame");
        }
        add(content, current.history);
    }

    /**
     * Begins a context, with a dictionary in its window, as the encoder did.
     *
     * @param first the first frame; advanced past the parameters of the context, so that the rest is to be {@linkplain #decode decoded}
     * @param dictionary all its remaining bytes are added to the window
     * @throws DamagedFrameException if it is not a first frame or requests a larger window than allowed
     * @throws IllegalStateException if a context has begun, or is to begin from a state
     */
    public void beginWithDictionary(ByteBuffer first, ByteBuffer dictionary) throws DamagedFrameException {
        if (context != null || origin != null) {
            throw new IllegalStateException("cannot load a dictionary after the first frame or into a state");
        }
        History history = begin(first).history;
        add(dictionary, history);
    }

    private void add(ByteBuffer content, History history) {
        while (content.hasRemaining()) {
            history.learn(content);
            offsets.begin(history);
        }
    }

    /** Returns whether the last frame was of level 0. */
    public boolean decodedLevel0() {
        return decodedLevel0;
    }

    /** Returns optional work like {@link FrameEncoder#preparation}. */
    public @Nullable Runnable preparation() {
        return context == null ? null : context.history.preparation();
    }

    private Context begin(ByteBuffer src) throws DamagedFrameException {
        Parameters parameters = parameters(src, maxWindowLog);
        ContextState state = origin;
        origin = null;
        if (state != null && !ContextParts.fits(parameters, state)) {
            throw new DamagedFrameException("context that cannot begin from the given state");
        }
        Context last = held;
        held = null;
        Models models = last == null ? new Models(parameters.literals(), arrays) : models(last, parameters);
        History history = last == null ? new History(parameters.windowLog(), arrays) : history(last, parameters);
        offsets.clear();
        sizes.clear();
        ContentReader tokens = parameters.isVersion2()
                ? new PhraseReader(models, phrases(last), history, offsets)
                : new TokenReader(models, ofTokens(last), history, offsets);
        Level0 level0 = level0(last, parameters, tokens);
        Context begun = new Context(parameters, models, history, tokens, level0);
        if (state != null) {
            begun.parts(sizes, offsets).load(state);
        }
        held = begun;
        context = begun;
        return begun;
    }

    private static PhraseModels phrases(@Nullable Context last) {
        if (last != null && last.tokens.own instanceof PhraseModels phrases) {
            phrases.clear();
            return phrases;
        }
        return new PhraseModels();
    }

    private static TokenModels ofTokens(@Nullable Context last) {
        if (last != null && last.tokens.own instanceof TokenModels ofTokens) {
            ofTokens.clear();
            return ofTokens;
        }
        return new TokenModels();
    }

    private @Nullable Level0 level0(@Nullable Context last, Parameters parameters, ContentReader tokens) {
        SequenceModels models = last == null || last.level0 == null ? null : last.level0.models;
        if (!parameters.isVersion2()) {
            if (models != null) {
                models.giveBack();
            }
            return null;
        }
        if (models == null) {
            models = new SequenceModels(arrays);
        } else {
            models.clear();
        }
        return new Level0(models, new SequenceReader(models, tokens.models, tokens.history, offsets, tokens.coder));
    }

    private Models models(Context last, Parameters parameters) {
        if (last.parameters.literals() == parameters.literals()) {
            last.models.clear();
            return last.models;
        }
        last.models.giveBack();
        return new Models(parameters.literals(), arrays);
    }

    private History history(Context last, Parameters parameters) {
        if (last.history.restart(parameters.windowLog())) {
            return last.history;
        }
        last.history.giveBack();
        return new History(parameters.windowLog(), arrays);
    }

    private static Parameters parameters(ByteBuffer src, int maxWindowLog) throws DamagedFrameException {
        if (src.remaining() < Parameters.BYTES) {
            throw new DamagedFrameException(
                    "first frame of " + src.remaining() + " bytes (expected: at least " + Parameters.BYTES + ")");
        }
        return Parameters.read(src.get(), src.get(), maxWindowLog);
    }

    private void decodeContent(Context current, int size, ByteBuffer dst) throws DamagedFrameException {
        History history = current.history;
        ContentReader tokens = current.tokens;
        runs.reset();
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(history, length, left == size, size);
            tokens.beginPiece();
            decodePiece(tokens, history, from, size - left - from);
            dst.put(history.bytes(), from, length);
            left -= length;
        }
    }

    private void decodeSequences(History history, SequenceReader sequences, int size, ByteBuffer dst)
            throws DamagedFrameException {
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(history, length, left == size, size);
            history.markMatch(from);
            sequences.piece();
            dst.put(history.bytes(), from, length);
            left -= length;
        }
    }

    private int beginPiece(History history, int length, boolean isFirst, int size) {
        int from = history.begin(length);
        offsets.begin(history);
        if (isFirst) {
            offsets.beginFrame(history, size);
        }
        return from;
    }

    private void decodePiece(ContentReader tokens, History history, int from, int shift) throws DamagedFrameException {
        BitDecoder coder = tokens.coder;
        int end = history.end();
        for (int position = from; position < end; ) {
            if (runs.isDue(coder.taken(), position + shift)) {
                int until = Math.min(end, position + runs.begin());
                while (position < until) {
                    history.bytes()[position++] = (byte) coder.plain(8);
                }
                runs.end(coder.taken(), position + shift);
            } else {
                position = tokens.next(position);
            }
        }
    }

    /** Returns the arrays to the pool. The decoder must not be used afterwards. */
    public void close() {
        if (held != null) {
            held.models.giveBack();
            held.history.giveBack();
            if (held.level0 != null) {
                held.level0.models.giveBack();
            }
            held = null;
            context = null;
        }
    }

    /**
     * Returns the allocated memory, in bytes. It grows with the content once a first frame was decoded, up to that of
     * {@link #memoryBytes(Effort, int)}.
     */
    public long memoryBytes() {
        long fixed = Offsets.BYTES + Sizes.BYTES;
        Context last = held;
        return last == null
                ? fixed
                : fixed
                        + last.models.memoryBytes()
                        + last.tokens.own.memoryBytes()
                        + last.history.memoryBytes()
                        + (last.level0 == null ? 0 : last.level0.models.memoryBytes());
    }

    /** Returns the maximum memory of a decoder for frames of an encoder with this effort, in bytes. */
    public static long memoryBytes(Effort effort, int windowLog) {
        return memoryBytes(new Parameters(Parameters.VERSION_2, Parameters.windowLog(windowLog), effort.literals()));
    }

    /**
     * Returns the maximum memory of a decoder for the context that starts with a frame, in bytes.
     *
     * @param first the first frame of a context; its position is not changed
     * @param maxWindowLog base-two logarithm of the largest allowed window
     * @throws DamagedFrameException if it is not a first frame or requests a larger window
     */
    public static long memoryBytes(ByteBuffer first, int maxWindowLog) throws DamagedFrameException {
        return memoryBytes(parameters(first.duplicate(), maxWindowLog));
    }

    private static long memoryBytes(Parameters parameters) {
        return Offsets.BYTES
                + Sizes.BYTES
                + Models.memoryBytes(parameters.literals())
                + SequenceModels.BYTES
                + PhraseModels.BYTES
                + History.memoryBytes(parameters.windowLog());
    }
}
