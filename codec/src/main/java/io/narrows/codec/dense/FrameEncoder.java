package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Compresses one direction of a stream of small records, frame by frame: matches and literals are coded with models that persist across
 * frames and are never sent. Each frame is flushed completely, which costs a byte or two.
 * docs/formats/dense.md describes the format. Not thread-safe. Memory is allocated only when the context
 * grows, or its state is saved.
 */
public final class FrameEncoder {
    /** Version 1 of the format: content is coded in tokens, and there are no frames of level 0. Every decoder supports it. */
    public static final int VERSION_1 = Parameters.VERSION_1;

    /** Version 2 of the format: content is coded in phrases, except in frames of level 0. */
    public static final int VERSION_2 = Parameters.VERSION_2;

    /** Maximum content of a frame, in bytes. */
    public static final int MAX_CONTENT = Sizes.MAX;

    private final Parameters parameters;
    private final Models models;
    private final Offsets offsets = new Offsets();
    private final Sizes sizes = new Sizes();
    private final Prices prices = new Prices();
    private final History history;
    private final Search search;
    private final ContentWriter tokens;
    private final ContentEncoder pieces;
    private final ContextParts parts;

    /** Models, writer and search of frames of level 0; null if the context has none. */
    private final @Nullable Level0 level0;

    private boolean begun;

    /** The state that the first frame begins from; null for none. */
    private @Nullable ContextState origin;

    private record Level0(SequenceModels models, SequenceWriter sequences, SequenceSearch search) {}

    /**
     * @param windowLog base-two logarithm of the window in bytes, clamped to 17 to 24
     * @param isVersion2 whether contexts are of version {@value #VERSION_2}, which the decoder must support: content is coded in
     *     phrases, and frames may be of level 0
     * @param arrays supplies the encoder's arrays
     */
    public FrameEncoder(Effort effort, int windowLog, boolean isVersion2, ArrayPool arrays) {
        parameters = new Parameters(
                isVersion2 ? Parameters.VERSION_2 : Parameters.VERSION_1,
                Parameters.windowLog(windowLog),
                effort.literals());
        models = new Models(parameters.literals(), arrays);
        history = new History(parameters.windowLog(), arrays);
        search = new Search(effort, history, offsets, prices, isVersion2, arrays);
        if (isVersion2) {
            PhraseWriter writer = new PhraseWriter(models, new PhraseModels(), history, offsets);
            pieces = new PhraseEncoder(history, search, prices, writer);
            tokens = writer;
        } else {
            TokenWriter writer = new TokenWriter(models, new TokenModels(), history, offsets);
            pieces = new TokenEncoder(history, search, prices, writer);
            tokens = writer;
        }
        level0 = isVersion2 ? level0(arrays) : null;
        parts = ContextParts.of(
                parameters, models, level0 == null ? null : level0.models, tokens, sizes, offsets, history);
        prices.clear();
    }

    private Level0 level0(ArrayPool arrays) {
        SequenceModels ofSequences = new SequenceModels(arrays);
        SequenceWriter sequences = new SequenceWriter(ofSequences, models, history, offsets, tokens.coder);
        return new Level0(ofSequences, sequences, new SequenceSearch(history, offsets, search.table, sequences));
    }

    /** Returns the maximum size of a frame with {@code content} bytes of content. */
    public static int maxFrameLength(int content) {
        return Parameters.BYTES + PlainRuns.bound(content);
    }

    /** Resets the encoder: the next frame is the first one of a context. */
    public void reset() {
        models.clear();
        offsets.clear();
        sizes.clear();
        prices.clear();
        search.clear();
        history.clear();
        tokens.clear();
        tokens.own.clear();
        if (level0 != null) {
            level0.models.clear();
        }
        begun = false;
        origin = null;
    }

    /**
     * Begins the context from a state of another one instead of empty. The decoder must {@linkplain FrameDecoder#beginFrom begin} from the
     * same one.
     *
     * @return false, and changes nothing, if the state is that of a context with other parameters; the window may differ
     * @throws IllegalStateException if a frame was encoded already, or a dictionary was loaded
     */
    public boolean beginFrom(ContextState state) {
        if (begun || history.end() > History.FIRST) {
            throw new IllegalStateException("cannot begin from a state after the first frame or a dictionary");
        }
        if (!ContextParts.fits(parameters, state)) {
            return false;
        }
        origin = state;
        return true;
    }

    /**
     * Returns the state after the last frame. It equals that of the decoder.
     *
     * @throws IllegalStateException if nothing was encoded yet
     */
    public ContextState state() {
        if (!begun) {
            throw new IllegalStateException("no state before the first frame");
        }
        return parts.save(prices.save());
    }

    /**
     * Encodes all remaining bytes of {@code src}, at least one, as a frame.
     *
     * @throws IllegalArgumentException if they are more than {@link #MAX_CONTENT}
     */
    public void encode(ByteBuffer src, ByteBuffer dst, Workspace workspace) {
        int size = begin(src, dst);
        byte[] coded = workspace.of(PlainRuns.bound(size) + 8);
        BitEncoder coder = tokens.coder;
        coder.start(coded, 0);
        if (level0 != null) {
            level0.models.encodeLevel(coder, false);
        }
        sizes.encode(coder, models, size);
        encodeContent(src, size);
        int length = coder.finish();
        if (length == 0) {
            coded[0] = 0;
            length = 1;
        }
        dst.put(coded, 0, length);
    }

    /**
     * Encodes like {@link #encode}, at level 0: two to three times as fast as level 1, and larger. Frames of both kinds may follow each
     * other in any order.
     *
     * @throws UnsupportedOperationException if the encoder was created without level 0
     */
    public void encodeAtLevel0(ByteBuffer src, ByteBuffer dst, Workspace workspace) {
        if (level0 == null) {
            throw new UnsupportedOperationException("this encoder has no level 0");
        }
        int size = begin(src, dst);
        int room = PlainRuns.bound(size) + 8;
        byte[] coded = workspace.of(room);
        BitEncoder coder = tokens.coder;
        coder.start(coded, 0);
        level0.models.encodeLevel(coder, true);
        sizes.encode(coder, models, size);
        SequenceWriter sequences = level0.sequences;
        sequences.start(coded, room);
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(src, length, left == size, size);
            history.markMatch(from);
            level0.search.piece(size - left - from);
            search.leaveOut();
            left -= length;
        }
        dst.put(coded, 0, coder.finishBeforeOthers());
        dst.put(coded, sequences.literalsAt(), room - sequences.literalsAt());
    }

    private int begin(ByteBuffer src, ByteBuffer dst) {
        int size = src.remaining();
        if (size == 0 || size > MAX_CONTENT) {
            throw new IllegalArgumentException("frame of " + size + " bytes (expected: 1-" + MAX_CONTENT + ")");
        }
        if (!begun) {
            dst.put((byte) parameters.version()).put(parameters.flags());
            begun = true;
            if (origin != null) {
                load(origin);
            }
        }
        return size;
    }

    private void load(ContextState state) {
        parts.load(state);
        search.load();
        if (state.prices().length > 0) {
            prices.load(state.prices());
        }
        origin = null;
    }

    /** Copies a piece of a frame into the history and returns its start there. */
    private int beginPiece(ByteBuffer src, int length, boolean isFirst, int size) {
        int from = history.begin(length);
        search.table.fit(history, false);
        src.get(history.bytes(), from, length);
        offsets.begin(history);
        if (isFirst) {
            offsets.beginFrame(history, size);
        }
        return from;
    }

    /**
     * Adds all remaining bytes of {@code content} to the window. The decoder must learn the same bytes between the same
     * frames.
     *
     * @throws IllegalStateException if nothing was encoded yet: the first frame declares the window
     */
    public void learn(ByteBuffer content) {
        if (!begun) {
            throw new IllegalStateException("cannot learn before the first frame");
        }
        add(content);
    }

    /**
     * Adds all remaining bytes of a dictionary to the window of a context without frames, like {@link #learn}. The decoder must {@linkplain
     * FrameDecoder#beginWithDictionary begin} with the same bytes.
     *
     * @throws IllegalStateException if a frame was encoded, or the context is to begin from a state
     */
    public void loadDictionary(ByteBuffer dictionary) {
        if (begun || origin != null) {
            throw new IllegalStateException("cannot load a dictionary after the first frame or into a state");
        }
        add(dictionary);
    }

    private void add(ByteBuffer content) {
        while (content.hasRemaining()) {
            history.learn(content);
            search.table.fit(history, true);
            offsets.begin(history);
            search.begin();
            search.insertLearnt();
        }
    }

    /** Returns optional work like {@link #preparation(long)}, of any size. */
    public @Nullable Runnable preparation() {
        return preparation(Long.MAX_VALUE);
    }

    /**
     * Returns optional work that makes later frames faster and may run on another thread while frames follow, or not at all;
     * null if there is none. Call this between frames.
     *
     * @param permittedBytes maximum memory of the encoder with the arrays that this work allocates; those of earlier work are dropped if
     *     they exceed it
     */
    public @Nullable Runnable preparation(long permittedBytes) {
        return history.preparation(permittedBytes - otherBytes() - history.arrayBytes() - search.table.memoryBytes());
    }

    private void encodeContent(ByteBuffer src, int size) {
        pieces.start();
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = beginPiece(src, length, left == size, size);
            tokens.beginPiece();
            pieces.piece(size - left - from);
            left -= length;
        }
    }

    /** Returns the arrays to the pool. The encoder must not be used afterwards. */
    public void close() {
        models.giveBack();
        history.giveBack();
        search.table.giveBack();
        if (level0 != null) {
            level0.models.giveBack();
        }
    }

    /** Returns the allocated memory, in bytes. It grows with the content, up to that of {@link #memoryBytes(Effort, int)}. */
    public long memoryBytes() {
        return otherBytes() + history.memoryBytes() + search.table.memoryBytes();
    }

    /** Returns the allocated memory of all but the window and the table, in bytes. */
    private long otherBytes() {
        return models.memoryBytes()
                + tokens.own.memoryBytes()
                + (level0 == null ? 0 : level0.models.memoryBytes())
                + Offsets.BYTES
                + Sizes.BYTES
                + Prices.BYTES;
    }

    /**
     * Returns the allocated memory after more content, in bytes, if it adds no models: while a frame of it is coded, the arrays that it
     * replaces are held too.
     *
     * @param learnt bytes that are {@linkplain #learn learnt} before, or of a dictionary
     * @param content bytes of the frame after them
     */
    public long memoryBytesAfter(int learnt, int content) {
        int before = learnt + (origin == null ? 0 : origin.contentBytes());
        return otherBytes()
                + (origin == null ? 0 : origin.rowBytes())
                + history.memoryBytesAfter(before + content)
                + search.table.memoryBytesAfter(history, before, content);
    }

    /**
     * Returns the memory of a decoder of all frames so far, in bytes, besides larger arrays that it prepares. It equals {@link
     * FrameDecoder#memoryBytes} after the last frame.
     */
    public long decoderBytes() {
        return begun ? parts.neededBytes(0) : FrameDecoder.EMPTY_BYTES;
    }

    /**
     * Returns the memory of that decoder after more content, in bytes, if it adds no models. Parameters as in {@link #memoryBytesAfter}.
     */
    public long decoderBytesAfter(int learnt, int content) {
        return origin == null
                ? parts.neededBytes(learnt + content)
                : origin.rowBytes() + parts.neededBytes(origin.contentBytes() + learnt + content);
    }

    /** Returns the maximum memory of an encoder, in bytes, as if it had frames of level 0. */
    public static long memoryBytes(Effort effort, int windowLog) {
        int log = Parameters.windowLog(windowLog);
        return Models.memoryBytes(effort.literals())
                + SequenceModels.BYTES
                + PhraseModels.BYTES
                + Offsets.BYTES
                + Sizes.BYTES
                + Prices.BYTES
                + History.memoryBytes(log)
                + Search.memoryBytes(effort, log);
    }
}
