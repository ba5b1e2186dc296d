package io.narrows.unpack.find;

import io.narrows.unpack.PieceLimits;
import io.narrows.unpack.Refusal;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The search for the end of a raw deflate stream, which is known only after inflating it. The content is dropped. One object
 * searches one stream after the other, with the same inflater. All streams in a read of the connection share a budget.
 */
final class DeflateEnd implements AutoCloseable {
    private static final byte[] NOTHING = {};
    private static final int ROOM = 8 << 10;

    /** Content that is accepted beyond the ratio of the limits, in bytes: the beginning of a stream may compress better. */
    private static final int SLACK = 64 << 10;

    /** Budget of each read, in bytes of streams and of their content. */
    private static final int BUDGET = 1 << 20;

    /** Further budget per byte of a read: the byte itself, and 16 bytes of content. */
    private static final int BUDGET_PER_BYTE = 1 + 16;

    private final long longestContent;
    private @Nullable Inflater inflater;
    private byte[] content = NOTHING;
    private long budget;
    private @Nullable Refusal refusal;

    /** @param streams whether streams of any length are wanted */
    DeflateEnd(boolean streams) {
        longestContent = streams ? Long.MAX_VALUE : PieceLimits.STANDARD.longestPlain();
    }

    /** Renews the budget for a read of the connection. */
    void beginRead(int bytes) {
        budget = BUDGET + (long) BUDGET_PER_BYTE * bytes;
    }

    /** Begins a stream. */
    void begin() {
        refusal = null;
        if (inflater == null) {
            inflater = new Inflater(true);
            content = new byte[ROOM];
        } else {
            inflater.reset();
        }
    }

    /** Returns whether the budget of this read of the connection is used up. */
    boolean exhausted() {
        return budget <= 0;
    }

    /**
     * Inflates more of the stream. The buffer's indexes stay unchanged.
     *
     * @return the index after the last byte of the stream in the buffer
     * @throws DataFormatException if the stream is damaged, its content too long, or the budget used up
     */
    int read(ByteBuffer bytes, int from, int end) throws DataFormatException {
        Inflater current = Objects.requireNonNull(inflater);
        int position = bytes.position();
        int limit = bytes.limit();
        long before = work(current);
        try {
            current.setInput(bytes.limit(end).position(from));
            inflateAll(current, before + budget);
            return bytes.position();
        } finally {
            budget -= work(current) - before;
            current.setInput(NOTHING);
            bytes.limit(limit).position(position);
        }
    }

    private void inflateAll(Inflater current, long mostWork) throws DataFormatException {
        int count;
        do {
            count = current.inflate(content);
            if (current.getBytesWritten() > mostContent(current)) {
                refusal = current.getBytesWritten() > longestContent ? Refusal.TOO_LARGE : Refusal.RATIO;
                throw new DataFormatException("deflate stream with too much content");
            }
            if (work(current) > mostWork) {
                throw new DataFormatException("deflate stream with too much content for one read");
            }
        } while (count > 0);
        if (current.needsDictionary()) {
            throw new DataFormatException("deflate stream with a dictionary");
        }
    }

    private static long work(Inflater current) {
        return current.getBytesRead() + current.getBytesWritten();
    }

    /** Returns the most content that can be accepted for a piece that begins like this. */
    private long mostContent(Inflater current) {
        return Math.min(longestContent, PieceLimits.STANDARD.ratio() * current.getBytesRead() + SLACK);
    }

    /** Returns the limit that the content exceeds; null if it exceeds none so far. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** Returns the bytes of the stream that were read. */
    long bytesRead() {
        return Objects.requireNonNull(inflater).getBytesRead();
    }

    /** Returns whether the last byte of the stream has been read. */
    boolean reached() {
        return Objects.requireNonNull(inflater).finished();
    }

    /** Frees native memory. */
    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
        }
    }
}
