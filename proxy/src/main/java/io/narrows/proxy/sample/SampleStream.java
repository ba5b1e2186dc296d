package io.narrows.proxy.sample;

import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.context.SendingContext;
import io.narrows.proxy.memory.Account;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a sampled connection. Copies of its reads are collected in pieces on the event loop; the worker compresses
 * them with a context that it opens for the first one. The first read for which there is no memory, or that comes while the worker
 * is behind, ends the stream, since a context with a hole in its history would measure something else than a link. Calls on the
 * event loop are guarded by the turn.
 */
final class SampleStream implements AutoCloseable {
    /** The maximum size of a link's frame. */
    private static final int FRAME_BYTES = 64 << 10;

    /**
     * The components that all streams share.
     *
     * @param frame used on the worker's thread
     */
    record Shared(ByteBufAllocator allocator, SampleWorker worker, ContextBudget contexts, DiscardedFrame frame) {}

    private final Shared shared;
    private final Account account;
    private final SamplePlan plan;
    private @Nullable SamplePiece piece;
    private @Nullable SendingContext context;
    private boolean closed;
    private volatile boolean refused;

    SampleStream(Shared shared, Account account, SamplePlan plan) {
        this.shared = shared;
        this.account = account;
        this.plan = plan;
    }

    /** Copies readable bytes, which stay readable, to be compressed later. */
    void offer(ByteBuf bytes, long now) {
        int end = bytes.writerIndex();
        for (int at = bytes.readerIndex(); at < end && !refused; at += FRAME_BYTES) {
            add(bytes, at, Math.min(FRAME_BYTES, end - at), now);
        }
        if (piece != null && piece.isDue(now)) {
            handOver();
        }
    }

    private void add(ByteBuf bytes, int at, int length, long now) {
        if (piece != null && !piece.fits(length)) {
            handOver();
        }
        if (piece == null && !refused) {
            piece = shared.worker().refuses(SamplePiece.capacity(length))
                    ? null
                    : SamplePiece.open(shared.allocator(), account, length, now);
            refused = piece == null;
        }
        if (piece != null) {
            piece.add(bytes, at, length, now);
        }
    }

    /** Gives the collected reads to the worker. */
    void handOver() {
        if (piece == null) {
            return;
        }
        SamplePiece full = piece;
        piece = null;
        if (!shared.worker().offer(full.bytes(), new Measurement(full))) {
            full.release();
            refused = true;
        }
    }

    /** Returns whether bytes were left out, so that nothing more is sampled. */
    boolean isRefused() {
        return refused;
    }

    /** The compression of one piece, on the worker's thread. */
    private final class Measurement implements SampleWorker.Piece {
        private final SamplePiece frames;

        Measurement(SamplePiece frames) {
            this.frames = frames;
        }

        @Override
        public void run() {
            try {
                measure(frames);
            } catch (RuntimeException | Error e) {
                close();
                throw e;
            } finally {
                frames.release();
            }
        }

        @Override
        public void discard() {
            frames.release();
        }
    }

    private synchronized void measure(SamplePiece frames) {
        frames.forEach((bytes, at, length, readAt) -> {
            if (!closed) {
                measure(bytes, at, length);
            }
        });
    }

    private void measure(ByteBuf bytes, int at, int length) {
        if (plan.isTooSmall(length)) {
            plan.cell().sampled(length, length);
            return;
        }
        if (context == null) {
            context = shared.contexts().openSample(plan.spec(), SampleTurn.MOST_BYTES_LOG, account.peer());
        }
        if (context == null) {
            close();
            return;
        }
        int compressed = context.measure(bytes, at, length, shared.frame()::withRoom);
        plan.cell().sampled(length, Math.min(compressed, length));
    }

    /** Frees the context. Waits for a piece that is being compressed. */
    @Override
    public synchronized void close() {
        closed = true;
        refused = true;
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
