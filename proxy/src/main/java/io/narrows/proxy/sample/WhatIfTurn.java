package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.memory.Account;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The time during which what a link sends is copied. Once it has ended, the worker unpacks the copies, and compresses them and the
 * unpacked content with one candidate after the other, so that there is one context at a time. The figures count once all candidates
 * are done: all of them rest on the same bytes, or none does. Bytes are added on the link's event loop; any thread may end it.
 */
final class WhatIfTurn implements SampleTurns.Turn {
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

    /**
     * The trials of a turn.
     *
     * @param plain those of the app bytes
     * @param unpacking those of the app bytes once they are unpacked
     * @param carried those of the content that the link compresses in place of app bytes, which the choice of its codec needs
     */
    record Trials(List<WhatIfTrial> plain, List<UnpackTrial> unpacking, List<WhatIfTrial> carried) {}

    private final Shared shared;
    private final Trials trials;
    private final @Nullable UnpackedCopies unpacked;
    private final TurnLimits limits;
    private final Consumer<Map<CodecSpec, SampleSums>> sampled;
    private final long endsAt;
    private final Object work = new Object();
    private final SampleCopies copies;
    private final SampleCopies carried;
    private boolean ended;
    private boolean abandoned;

    /**
     * @param unpacked unpacks the copies; null if there are no trials of it
     * @param sampled receives the figures that the choice of the link's codec needs, on the worker's thread
     * @param now on the nano clock
     */
    WhatIfTurn(
            Shared shared,
            Account account,
            Trials trials,
            @Nullable UnpackedCopies unpacked,
            TurnLimits limits,
            Consumer<Map<CodecSpec, SampleSums>> sampled,
            long now) {
        this.shared = shared;
        this.trials = trials;
        this.unpacked = unpacked;
        this.limits = limits;
        this.sampled = sampled;
        this.copies = new SampleCopies(shared.allocator(), account, limits.bytes());
        this.carried = new SampleCopies(shared.allocator(), account, limits.bytes());
        this.endsAt = now + limits.nanos();
    }

    TurnLimits limits() {
        return limits;
    }

    /** Copies readable app bytes, which stay readable, unless this turn has ended. */
    synchronized void offer(ByteBuf app, long readAt) {
        if (!isOver(readAt)) {
            copies.add(app, readAt);
        }
    }

    /** Copies readable content, which stays readable, if there are trials of it, unless this turn has ended. */
    synchronized void offerCarried(ByteBuf content, long readAt) {
        if (!trials.carried().isEmpty() && !isOver(readAt)) {
            carried.add(content, readAt);
        }
    }

    /** Returns whether it has ended or has to: its time or bytes are used up, or there is no memory for more. */
    synchronized boolean isOver(long now) {
        return ended || !copies.takesMore() || !carried.takesMore() || hasExpired(now);
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

    /** Works in small steps, between which the worker rests. Unpacks first, since memory may suffice only for a part of the copies. */
    @Override
    public void finish(SampleWorker worker, Runnable done) {
        List<SamplePiece> pieces = pieces();
        UnpackedCopies unpacking = unpacked;
        if (unpacking == null) {
            compress(pieces, done);
            return;
        }
        pieces.forEach(piece -> worker.execute(() -> step(() -> unpacking.read(piece))));
        if (!worker.execute(() -> compress(pieces, done))) {
            done.run();
        }
    }

    private void compress(List<SamplePiece> pieces, Runnable done) {
        SampleWorker worker = shared.worker();
        UnpackedCopies unpacking = usable();
        List<SamplePiece> kept = unpacking == null ? pieces : pieces.subList(0, unpacking.pieces());
        int history = historyPieces(kept);
        trials.plain().forEach(trial -> measure(trial, kept.subList(0, history), kept.subList(history, kept.size())));
        List<SamplePiece> content = carriedPieces();
        trials.carried().forEach(trial -> measure(trial, List.of(), content));
        if (unpacking != null && unpacking.isFound()) {
            List<SamplePiece> before = unpacking.content(0, history);
            List<SamplePiece> counted = unpacking.content(history, kept.size());
            trials.unpacking().forEach(trial -> measure(trial.content(), before, counted));
        }
        worker.execute(() -> count(unpacking, history, kept.size()));
        if (!worker.execute(done)) {
            done.run();
        }
    }

    /** Returns the unpacked copies; null if there was no memory for any, or if this turn is abandoned. */
    private @Nullable UnpackedCopies usable() {
        synchronized (work) {
            return abandoned || unpacked == null || unpacked.pieces() == 0 ? null : unpacked;
        }
    }

    /** Compresses pieces, of which the first ones are only history. */
    private void measure(WhatIfTrial trial, List<SamplePiece> history, List<SamplePiece> counted) {
        SampleWorker worker = shared.worker();
        history.forEach(piece -> worker.execute(() -> step(() -> trial.measure(piece))));
        worker.execute(trial::historyEnds);
        counted.forEach(piece -> worker.execute(() -> step(() -> trial.measure(piece))));
        worker.execute(() -> end(trial));
    }

    /** Returns how many pieces at the beginning are only history. */
    private synchronized int historyPieces(List<SamplePiece> kept) {
        if (!copies.isFull()) {
            return 0;
        }
        long all = kept.stream().mapToLong(SamplePiece::appBytes).sum();
        int pieces = 0;
        for (long bytes = 0; bytes < Math.min(limits.historyBytes(), all / 2); pieces++) {
            bytes += kept.get(pieces).appBytes();
        }
        return pieces;
    }

    private synchronized List<SamplePiece> pieces() {
        return copies.pieces();
    }

    private synchronized List<SamplePiece> carriedPieces() {
        return carried.pieces();
    }

    private void step(Runnable step) {
        synchronized (work) {
            abandoned |= !hasProcessor() || shared.worker().threadCpuNanos() < 0;
            if (abandoned) {
                return;
            }
            try {
                step.run();
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

    private void count(@Nullable UnpackedCopies unpacking, int history, int pieces) {
        synchronized (work) {
            if (abandoned) {
                shared.dropped().increment();
                return;
            }
            long now = shared.nanoClock().getAsLong();
            synchronized (shared.figures()) {
                trials.plain().forEach(trial -> trial.count(now));
                if (unpacking != null) {
                    trials.unpacking().forEach(trial -> trial.count(unpacking, history, pieces, now));
                }
            }
            List<WhatIfTrial> needed = trials.carried().isEmpty() ? trials.plain() : trials.carried();
            if (carriedPieces().isEmpty() && !trials.carried().isEmpty()) {
                return;
            }
            sampled.accept(needed.stream().collect(Collectors.toMap(WhatIfTrial::candidate, WhatIfTrial::figures)));
        }
    }

    @Override
    public void close() {
        synchronized (work) {
            abandoned = true;
            trials.plain().forEach(WhatIfTrial::close);
            trials.unpacking().forEach(trial -> trial.content().close());
            trials.carried().forEach(WhatIfTrial::close);
            if (unpacked != null) {
                unpacked.close();
            }
            releaseCopies();
        }
    }

    private synchronized void releaseCopies() {
        copies.release();
        carried.release();
    }
}
