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
    /** Memory of a decoder without a context, in bytes. */
    static final long EMPTY_BYTES = Offsets.BYTES + Sizes.BYTES;

    private final ArrayPool arrays;
    private final int maxWindowLog;
    private final Offsets offsets = new Offsets();
    private final Sizes sizes = new Sizes();
    private final PlainRuns runs = new PlainRuns();

    /** Maximum memory, in bytes, except for the models of the current piece. */
    private long limit = Long.MAX_VALUE;

    private boolean decodedLevel0;

    /** {@link History#unusedLimit} of the last context, so that restarts do not repeat a preparation. */
    private int unusedLimit;

    /** The current context; null before its first frame. */
    private @Nullable Context context;

    /** The state that the next context begins from; null for none. */
    private @Nullable ContextState origin;

    private record Context(
            ContextParts parts,
            ContentReader tokens,
            @Nullable Level0 level0) {
        History history() {
            return parts.history();
        }

        /** Returns the memory of the context without larger arrays that are prepared, in bytes. */
        long heldBytes() {
            return parts.modelBytes().total() + parts.history().arrayBytes();
        }

        void giveBack() {
            parts.models().giveBack();
            parts.history().giveBack();
            if (level0 != null) {
                level0.models.giveBack();
            }
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

    /** Resets the decoder: the next frame must be the first one of a context. The memory of the last one is given back. */
    public void reset() {
        giveBack();
        origin = null;
    }

    /**
     * Limits the memory of the decoder, in bytes. Content after which it would hold more is refused: before larger arrays are allocated for
     * the window, and after the piece that added models. Larger arrays that are being prepared do not count, but are dropped if they do not
     * fit beside the rest.
     *
     * @throws IllegalArgumentException if it holds more, without larger arrays that are being prepared
     */
    public void limitMemory(long bytes) {
        Context current = context;
        long held = current == null ? EMPTY_BYTES : current.heldBytes();
        if (bytes < held) {
            throw new IllegalArgumentException("limit of " + bytes + " bytes (expected: at least " + held + ")");
        }
        limit = bytes;
        if (current != null) {
            current.history().limitPrepared(limit - held);
        }
    }

    private void giveBack() {
        if (context != null) {
            unusedLimit = context.history().unusedLimit();
            context.giveBack();
            context = null;
        }
    }

    /** Refuses content for which the decoder would exceed its limit, and gives its memory back. */
    private void require(long bytes) throws DamagedFrameException {
        if (bytes > limit) {
            giveBack();
            throw new MemoryLimitException("context of " + bytes + " bytes (expected: at most " + limit + ")");
        }
    }

    /** Refuses content whose models exceed the limit; drops larger arrays that no longer fit beside them. */
    private void settle(Context current) throws DamagedFrameException {
        long held = current.heldBytes();
        require(held);
        current.history().limitPrepared(limit - held);
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
        return context.parts.save();
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
        int size = sizes.decode(coder, current.parts.models());
        if (size == 0 || size > dst.remaining()) {
            throw new DamagedFrameException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        if (level0 != null) {
            level0.sequences.start(coded, 0, length);
            decodeSequences(current, level0.sequences, size, dst);
            level0.sequences.finish();
        } else {
            decodeContent(current, size, dst);
            coder.finish();
        }
        settle(current);
    }

    /**
     * Adds all remaining bytes of {@code content} to the window, as the encoder did.
     *
     * @throws DamagedFrameException if the memory limit does not suffice
     * @throws IllegalStateException if nothing was decoded yet
     */
    public void learn(ByteBuffer content) throws DamagedFrameException {
        Context current = context;
        if (current == null) {
            throw new IllegalStateException("cannot learn before the first frame");
        }
        add(content, current);
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
        add(dictionary, begin(first));
    }

    private void add(ByteBuffer content, Context current) throws DamagedFrameException {
        while (content.hasRemaining()) {
            require(current.parts.neededBytes(Math.min(content.remaining(), History.PIECE)));
            current.history().learn(content);
            offsets.begin(current.history());
        }
        settle(current);
    }

    /** Returns whether the last frame was of level 0. */
    public boolean decodedLevel0() {
        return decodedLevel0;
    }

    /** Returns optional work like {@link FrameEncoder#preparation}, if the memory limit suffices for it. */
    public @Nullable Runnable preparation() {
        return context == null ? null : context.history().preparation(limit - context.heldBytes());
    }

    private Context begin(ByteBuffer src) throws DamagedFrameException {
        Parameters parameters = parameters(src, maxWindowLog);
        ContextState state = origin;
        origin = null;
        if (state != null && !ContextParts.fits(parameters, state)) {
            throw new DamagedFrameException("context that cannot begin from the given state");
        }
        Models models = new Models(parameters.literals(), arrays);
        History history = new History(parameters.windowLog(), arrays, unusedLimit);
        offsets.clear();
        sizes.clear();
        ContentReader tokens;
        Level0 level0 = null;
        if (parameters.isVersion2()) {
            tokens = new PhraseReader(models, new PhraseModels(), history, offsets);
            SequenceModels sequences = new SequenceModels(arrays);
            level0 = new Level0(sequences, new SequenceReader(sequences, models, history, offsets, tokens.coder));
        } else {
            tokens = new TokenReader(models, new TokenModels(), history, offsets);
        }
        SequenceModels sequences = level0 == null ? null : level0.models;
        ContextParts parts = ContextParts.of(parameters, models, sequences, tokens, sizes, offsets, history);
        Context begun = new Context(parts, tokens, level0);
        context = begun;
        if (state == null) {
            require(parts.neededBytes(0));
        } else {
            require(state.rowBytes() + parts.neededBytes(state.contentBytes()));
            parts.load(state);
        }
        return begun;
    }

    private static Parameters parameters(ByteBuffer src, int maxWindowLog) throws DamagedFrameException {
        if (src.remaining() < Parameters.BYTES) {
            throw new DamagedFrameException(
                    "first frame of " + src.remaining() + " bytes (expected: at least " + Parameters.BYTES + ")");
        }
        return Parameters.read(src.get(), src.get(), maxWindowLog);
    }

    private void decodeContent(Context current, int size, ByteBuffer dst) throws DamagedFrameException {
        History history = current.history();
        ContentReader tokens = current.tokens;
        runs.reset();
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(current, length, left == size, size);
            tokens.beginPiece();
            decodePiece(tokens, history, from, size - left - from);
            dst.put(history.bytes(), from, length);
            left -= length;
        }
    }

    private void decodeSequences(Context current, SequenceReader sequences, int size, ByteBuffer dst)
            throws DamagedFrameException {
        History history = current.history();
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(current, length, left == size, size);
            history.markMatch(from);
            sequences.piece();
            dst.put(history.bytes(), from, length);
            left -= length;
        }
    }

    private int beginPiece(Context current, int length, boolean isFirst, int size) throws DamagedFrameException {
        History history = current.history();
        if (history.isFull(length) || !isFirst) {
            require(current.parts.neededBytes(length));
        }
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
        giveBack();
    }

    /**
     * Returns the allocated memory, in bytes. It grows with the content once a first frame was decoded, up to that of
     * {@link #memoryBytes(Effort, int)}.
     */
    public long memoryBytes() {
        Context current = context;
        return current == null
                ? EMPTY_BYTES
                : current.heldBytes() + current.history().preparedBytes();
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
