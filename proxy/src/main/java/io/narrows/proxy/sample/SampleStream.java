package io.narrows.proxy.sample;

import io.narrows.codec.Codecs;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a sampled connection. Its context is opened for the first piece, on the worker's thread. Bytes for which there
 * is no memory, or that come while the worker is behind, are left out of the sample.
 */
final class SampleStream implements AutoCloseable {
    /** The maximum size of a link's frame. */
    private static final int FRAME_BYTES = 64 << 10;

    private final Codecs codecs;
    private final SampleWorker worker;
    private final Account account;
    private final SamplePlan plan;
    private @Nullable SampleContext context;
    private boolean closed;

    SampleStream(Codecs codecs, SampleWorker worker, Account account, SamplePlan plan) {
        this.codecs = codecs;
        this.worker = worker;
        this.account = account;
        this.plan = plan;
    }

    /** Copies readable bytes, which stay readable, to be compressed later. */
    void offer(ByteBuf bytes) {
        int end = bytes.writerIndex();
        for (int at = bytes.readerIndex(); at < end; at += FRAME_BYTES) {
            offer(bytes, at, Math.min(FRAME_BYTES, end - at));
        }
    }

    private void offer(ByteBuf bytes, int at, int length) {
        if (worker.isFull(length) || !account.take(Storage.HEAP, length)) {
            return;
        }
        byte[] copy = ByteBufUtil.getBytes(bytes, at, length);
        boolean accepted = worker.offer(length, () -> {
            try {
                measure(copy);
            } finally {
                account.giveBack(Storage.HEAP, length);
            }
        });
        if (!accepted) {
            account.giveBack(Storage.HEAP, length);
        }
    }

    private synchronized void measure(byte[] bytes) {
        if (closed) {
            return;
        }
        if (plan.isTooSmall(bytes.length)) {
            plan.cell().sampled(bytes.length, bytes.length);
            return;
        }
        if (context == null) {
            context = SampleContext.open(codecs, plan.spec(), account).orElse(null);
        }
        if (context != null) {
            plan.cell().sampled(bytes.length, context.compressedSize(bytes));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (context != null) {
            context.close();
            context = null;
        }
    }
}
