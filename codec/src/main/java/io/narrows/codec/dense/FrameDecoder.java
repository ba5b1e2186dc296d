package io.narrows.codec.dense;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The other end of a {@link FrameEncoder}. What it holds is bounded by the window that it allows, what a frame makes by the
 * room it is given, and what it computes by both and the frame's length. After an exception it is of no use until {@link
 * #reset}. Not thread-safe.
 */
public final class FrameDecoder {
    private final int maxWindowLog;
    private final Models models = new Models();
    private final Offsets offsets = new Offsets();
    private final Sizes sizes = new Sizes();
    private final PlainRuns runs = new PlainRuns();
    private History history;
    private TokenReader tokens;
    private int windowLog;

    /** @param maxWindowLog base-two logarithm of the largest window that is allowed; below 17 it is as 17 */
    public FrameDecoder(int maxWindowLog) {
        this.maxWindowLog = maxWindowLog;
    }

    /** Forgets everything: the next frame is the first one of a context. */
    public void reset() {
        models.clear();
        offsets.clear();
        sizes.clear();
        windowLog = 0;
    }

    /**
     * Decodes a frame, all that remains of {@code src}, into {@code dst}.
     *
     * @throws DamagedFrameException when it is none, or has more content than {@code dst} has free
     */
    public void decode(ByteBuffer src, ByteBuffer dst, Workspace workspace) throws DamagedFrameException {
        if (windowLog == 0) {
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
        int size = sizes.decode(coder, models.size);
        if (size == 0 || size > dst.remaining()) {
            throw new DamagedFrameException("frame of " + size + " bytes (expected: 1-" + dst.remaining() + ")");
        }
        decodeContent(coder, size, dst);
        coder.finish();
    }

    private void begin(ByteBuffer src) throws DamagedFrameException {
        if (src.remaining() < Parameters.BYTES) {
            throw new DamagedFrameException("first frame of " + src.remaining() + " bytes");
        }
        Parameters parameters = Parameters.read(src.get(), src.get(), maxWindowLog);
        if (parameters.mixing()) {
            throw new DamagedFrameException("mixed literals");
        }
        if (history != null && history.windowLog() == parameters.windowLog()) {
            history.clear();
        } else {
            history = new History(parameters.windowLog());
            tokens = new TokenReader(models, history, offsets);
        }
        tokens.clear();
        windowLog = parameters.windowLog();
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

    /** Memory held, in bytes; the window only counts once the first frame has asked for it. */
    public long memoryBytes() {
        return models.memoryBytes()
                + offsets.memoryBytes()
                + sizes.memoryBytes()
                + (history == null ? 0 : history.memoryBytes());
    }
}
