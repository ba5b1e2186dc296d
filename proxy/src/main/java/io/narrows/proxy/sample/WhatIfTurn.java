package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.memory.Account;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The time during which what a link sends is copied. Once it has ended, the worker compresses the copies with one candidate after
 * the other, so that there is one context at a time. The figures count once all candidates are done: all of them rest on the same
 * bytes, or none does. Bytes are added on the link's event loop; any thread may end it.
 */
final class WhatIfTurn implements SampleTurns.Turn {
    /** The maximum size of a link's frame. */
    private static final int FRAME_BYTES = 64 << 10;

    /**
     * The components that all turns share.
     *
     * @param allocator of the copies and of frames
     * @param figures the lock that is held while the figures of a turn are added
     * @param dropped the turns whose figures do not count
     */
    record Shared(
            ByteBufAllocator allocator,
            SampleWorker worker,
            ContextBudget contexts,
            LongSupplier nanoClock,
            Object figures,
            LongAdder dropped) {}

    private final Shared shared;
    private final Account account;
    private final List<WhatIfTrial> trials;
    private final TurnLimits limits;
    private final Consumer<Map<CodecSpec, SampleSums>> sampled;
    private final long endsAt;
    private final Object work = new Object();
    private final List<SamplePiece> pieces = new ArrayList<>();
    private long bytesLeft;
    private boolean outOfMemory;
    private boolean ended;
    private boolean abandoned;

    /**
     * @param sampled receives the figures, on the worker's thread
     * @param now on the nano clock
     */
    WhatIfTurn(
            Shared shared,
            Account account,
            List<WhatIfTrial> trials,
            TurnLimits limits,
            Consumer<Map<CodecSpec, SampleSums>> sampled,
            long now) {
        this.shared = shared;
        this.account = account;
        this.trials = trials;
        this.limits = limits;
        this.sampled = sampled;
        this.bytesLeft = limits.bytes();
        this.endsAt = now + limits.nanos();
    }

    TurnLimits limits() {
        return limits;
    }

    /** Copies readable bytes, which stay readable, unless this turn has ended. */
    synchronized void offer(ByteBuf bytes, long now) {
        int end = bytes.writerIndex();
        for (int at = bytes.readerIndex(); at < end && !isOver(now); at += FRAME_BYTES) {
            add(bytes, at, Math.min(FRAME_BYTES, end - at), now);
        }
    }

    private void add(ByteBuf bytes, int at, int length, long now) {
        SamplePiece last = pieces.isEmpty() ? null : pieces.get(pieces.size() - 1);
        if (last == null || !last.fits(length)) {
            last = SamplePiece.open(shared.allocator(), account, length, now);
            if (last == null) {
                outOfMemory = true;
                return;
            }
            pieces.add(last);
        }
        last.add(bytes, at, length, now);
        bytesLeft -= length;
    }

    /** Returns whether it has ended or has to: its time or bytes are used up, or there is no memory for more. */
    synchronized boolean isOver(long now) {
        return ended || bytesLeft <= 0 || outOfMemory || hasExpired(now);
    }

    @Override
    public boolean hasExpired(long now) {
        return now - endsAt >= 0;
    }

    @Override
    public synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        return true;
    }

    /** Compresses in small steps, between which the worker rests. */
    @Override
    public void finish(SampleWorker worker, Runnable done) {
        List<SamplePiece> copies = copies();
        int history = historyPieces(copies);
        for (WhatIfTrial trial : trials) {
            copies.subList(0, history).forEach(piece -> worker.execute(() -> measure(trial, piece)));
            worker.execute(trial::historyEnds);
            copies.subList(history, copies.size()).forEach(piece -> worker.execute(() -> measure(trial, piece)));
            worker.execute(() -> end(trial));
        }
        worker.execute(this::count);
        if (!worker.execute(done)) {
            done.run();
        }
    }

    /** Returns how many pieces at the beginning are only history. */
    private synchronized int historyPieces(List<SamplePiece> copies) {
        if (bytesLeft > 0) {
            return 0;
        }
        int pieces = 0;
        for (long bytes = 0; bytes < limits.historyBytes(); pieces++) {
            bytes += copies.get(pieces).appBytes();
        }
        return pieces;
    }

    private synchronized List<SamplePiece> copies() {
        return List.copyOf(pieces);
    }

    private void measure(WhatIfTrial trial, SamplePiece piece) {
        synchronized (work) {
            abandoned |= !hasProcessor() || shared.worker().threadCpuNanos() < 0;
            if (abandoned) {
                return;
            }
            try {
                trial.measure(piece);
            } catch (RuntimeException | Error e) {
                abandoned = true;
                throw e;
            }
        }
    }

    private boolean hasProcessor() {
        return limits.isSlowWhenShort() || !shared.worker().isShortOfCpu();
    }

    private void end(WhatIfTrial trial) {
        synchronized (work) {
            trial.close();
        }
    }

    private void count() {
        synchronized (work) {
            if (abandoned) {
                shared.dropped().increment();
            } else {
                long now = shared.nanoClock().getAsLong();
                synchronized (shared.figures()) {
                    trials.forEach(trial -> trial.count(now));
                }
                sampled.accept(trials.stream().collect(Collectors.toMap(WhatIfTrial::candidate, WhatIfTrial::figures)));
            }
        }
    }

    @Override
    public void close() {
        synchronized (work) {
            abandoned = true;
            trials.forEach(WhatIfTrial::close);
            copies().forEach(SamplePiece::release);
            forgetCopies();
        }
    }

    private synchronized void forgetCopies() {
        pieces.clear();
    }
}
