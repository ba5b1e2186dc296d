package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;

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
    private Models models;
    private History history;
    private TokenReader tokens;
    private Parameters parameters;

    /** Parameters of the existing models and history, which are reused after a reset. */
    private Parameters held;

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
        parameters = null;
    }

    /**
     * Decodes a frame, all remaining bytes of {@code src}, into {@code dst}.
     *
     * @throws DamagedFrameException if it is not a frame, or its content does not fit into {@code dst}
     */
    public void decode(ByteBuffer src, ByteBuffer dst, Workspace workspace) throws DamagedFrameException {
        if (parameters == null) {
            begin(src);
        }
        int length = src.remaining();
        byte[] coded = workspace.of(length + BitDecoder.SLACK);
        src.get(coded, 0, length);
        if (length == 1 && coded[0] == 0) {
            length = 0;
        }
        Arrays.fill(coded, length, length + BitDecoder.SLACK, (byte) 0);
        BitDecoder coder = tokens.coder;
        coder.start(coded, 0, length);
        int size = sizes.decode(coder, models);
        if (size == 0 || size > dst.remaining()) {
            throw new DamagedFrameException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        decodeContent(coder, size, dst);
        coder.finish();
    }

    /**
     * Adds all remaining bytes of {@code content} to the window, as the encoder did.
     *
     * @throws IllegalStateException if nothing was decoded yet
     */
    public void learn(ByteBuffer content) {
        if (parameters == null) {
            throw new IllegalStateException("cannot learn before the first frame");
        }
        while (content.hasRemaining()) {
            history.learn(content);
            offsets.begin(history);
        }
    }

    /** Returns optional work like {@link FrameEncoder#preparation}. */
    public Runnable preparation() {
        return parameters == null ? null : history.preparation();
    }

    private void begin(ByteBuffer src) throws DamagedFrameException {
        parameters = parameters(src, maxWindowLog);
        if (held == null || held.literals() != parameters.literals()) {
            if (held != null) {
                models.giveBack(arrays);
            }
            models = new Models(parameters.literals(), arrays);
        } else {
            models.clear();
        }
        if (held == null || !history.restart(parameters.windowLog())) {
            if (held != null) {
                history.giveBack();
            }
            history = new History(parameters.windowLog(), arrays);
        }
        tokens = new TokenReader(models, history, offsets);
        held = parameters;
        offsets.clear();
        sizes.clear();
    }

    private static Parameters parameters(ByteBuffer src, int maxWindowLog) throws DamagedFrameException {
        if (src.remaining() < Parameters.BYTES) {
            throw new DamagedFrameException("first frame of " + src.remaining() + " bytes");
        }
        return Parameters.read(src.get(), src.get(), maxWindowLog);
    }

    private void decodeContent(BitDecoder coder, int size, ByteBuffer dst) throws DamagedFrameException {
        runs.reset();
        for (int left = size; left > 0; ) {
            int length = Math.min(left, History.PIECE);
            int from = history.begin(length);
            offsets.begin(history);
            if (left == size) {
                offsets.beginFrame(history, size);
            }
            tokens.first = 1;
            decodePiece(coder, from, size - left - from);
            dst.put(history.bytes(), from, length);
            left -= length;
        }
    }

    private void decodePiece(BitDecoder coder, int from, int shift) throws DamagedFrameException {
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
            models.giveBack(arrays);
            history.giveBack();
            held = null;
        }
    }

    /** Returns the memory in bytes, with a full window; window and models count once a first frame has requested them. */
    public long memoryBytes() {
        return held == null ? Offsets.BYTES + Sizes.BYTES : memoryBytes(held);
    }

    /** Returns the memory of a decoder for frames of an encoder with this effort, with a full window, in bytes. */
    public static long memoryBytes(Effort effort, int windowLog) {
        return memoryBytes(new Parameters(Parameters.windowLog(windowLog), effort.literals()));
    }

    /**
     * Returns the memory of a decoder for the context that starts with a frame, with a full window, in bytes.
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
                + History.memoryBytes(parameters.windowLog());
    }
}
