package io.narrows.proxy.sample;

import io.netty.util.concurrent.FastThreadLocalThread;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that compresses samples. It uses at most a share of one processor: after each piece of work it rests in
 * proportion to the processor time that the thread has taken since the last one, for whatever purpose. Where that time cannot be
 * measured, nothing is sampled. It runs at idle priority, if asked for. The pieces that wait are bounded, and further ones are refused.
 * Safe for use by many threads.
 */
public final class SampleWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SampleWorker.class);

    /** Bytes that may wait, in all pieces together, with {@link #PIECE_OVERHEAD} for each. */
    static final int MOST_WAITING = 1 << 20;

    /** Memory of a piece besides its bytes: objects, and its place in the queue. */
    static final int PIECE_OVERHEAD = 256;

    private static final long IDLE_SECONDS = 600;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final boolean MEASURES_THREADS = THREADS.isCurrentThreadCpuTimeSupported();

    /** Shorter rests are added up, since a thread cannot sleep precisely. */
    private static final long SHORTEST_REST_NANOS = 1_000_000;

    /** The divisor of the share while the process is short of processors, for work that goes on even then. */
    private static final double SLOWER = 4;

    /** Passes time on the worker's thread. */
    interface Rest {
        void nanos(long nanos) throws InterruptedException;
    }

    /** A piece of work, which is either run or discarded. Both free its memory. */
    interface Piece {
        void run();

        void discard();
    }

    private final DoubleSupplier share;
    private final LongSupplier cpuNanos;
    private final LongSupplier nanoClock;
    private final Rest rest;
    private final BooleanSupplier idle;
    private final ProcessorShortage shortage = new ProcessorShortage();
    private final ThreadPoolExecutor thread;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongAdder spent = new LongAdder();
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile boolean usable = true;
    private boolean isIdle;
    private long countedNanos;
    private double owedNanos;
    private long pausedNanos;

    /**
     * @param share the part of one processor, more than 0, that it may use now
     * @param idle whether the thread is to run at idle priority now
     */
    public SampleWorker(DoubleSupplier share, BooleanSupplier idle) {
        this(share, idle, SampleWorker::ownCpuNanos, System::nanoTime, SampleWorker::sleep);
    }

    /** A worker at normal priority, for tests. */
    SampleWorker(DoubleSupplier share, LongSupplier cpuNanos, LongSupplier nanoClock, Rest rest) {
        this(share, () -> false, cpuNanos, nanoClock, rest);
    }

    /** @param cpuNanos the processor time of the calling thread since its start; negative if unknown */
    private SampleWorker(
            DoubleSupplier share, BooleanSupplier idle, LongSupplier cpuNanos, LongSupplier nanoClock, Rest rest) {
        this.share = share;
        this.cpuNanos = cpuNanos;
        this.nanoClock = nanoClock;
        this.rest = rest;
        this.idle = idle;
        this.thread =
                new ThreadPoolExecutor(1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), this::thread);
        thread.allowCoreThreadTimeOut(true);
    }

    private static long ownCpuNanos() {
        return MEASURES_THREADS ? THREADS.getCurrentThreadCpuTime() : -1;
    }

    /** Sleeps without rounding to milliseconds, unlike {@link Thread#sleep} before JDK 21. */
    private static void sleep(long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    private Thread thread(Runnable work) {
        Runnable counted = () -> {
            countedNanos = 0;
            isIdle = false;
            work.run();
        };
        Thread made = new FastThreadLocalThread(counted, "narrows-sampler");
        made.setDaemon(true);
        return made;
    }

    /** Returns whether a piece of that many bytes would be refused now. */
    boolean refuses(int bytes) {
        return !usable || waiting.get() + bytes + PIECE_OVERHEAD > MOST_WAITING;
    }

    /** Takes a piece of that many bytes; returns false, and leaves it to the caller, if too many wait already. */
    boolean offer(int bytes, Piece piece) {
        Waiting next = new Waiting(bytes + PIECE_OVERHEAD, piece);
        if (waiting.addAndGet(next.charge) > MOST_WAITING || !usable || !submit(next)) {
            waiting.addAndGet(-next.charge);
            return false;
        }
        return true;
    }

    /** Runs work after everything that waits, however much that is; returns false if this worker is closed. */
    boolean execute(Runnable work) {
        return submit(() -> run(work));
    }

    private boolean submit(Runnable work) {
        try {
            thread.execute(work);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** A piece in the queue. */
    private final class Waiting implements Runnable {
        private final int charge;
        private final Piece piece;

        Waiting(int charge, Piece piece) {
            this.charge = charge;
            this.piece = piece;
        }

        @Override
        public void run() {
            waiting.addAndGet(-charge);
            if (cpuNanos.getAsLong() < 0) {
                piece.discard();
                giveUp();
            } else {
                SampleWorker.this.run(piece::run);
            }
        }
    }

    private void giveUp() {
        if (usable) {
            usable = false;
            LOG.warn("cannot measure the processor time of a thread; no samples are compressed");
        }
    }

    private void run(Runnable work) {
        followPriority();
        long began = nanoClock.getAsLong();
        long cpuBefore = cpuNanos.getAsLong();
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            if (failed.compareAndSet(false, true)) {
                LOG.atError()
                        .setCause(e)
                        .log("sample failed because of an internal error; later ones are logged at debug");
            } else {
                LOG.atDebug().setCause(e).log("sample failed because of an internal error");
            }
        } finally {
            long now = nanoClock.getAsLong();
            shortage.worked(now - began - pausedNanos, cpuNanos.getAsLong() - cpuBefore, now);
            count();
        }
    }

    private void followPriority() {
        if (idle.getAsBoolean() != isIdle) {
            isIdle = !isIdle;
            try {
                IdlePriority.set(isIdle);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the worker was closed
            }
        }
    }

    /** Counts the processor time of this thread since the last call, and rests for it. */
    private void count() {
        long now = cpuNanos.getAsLong();
        if (now < 0) {
            return;
        }
        long used = now - countedNanos;
        countedNanos = now;
        spent.add(used);
        double part = isShortOfCpu() ? share.getAsDouble() / SLOWER : share.getAsDouble();
        owe(used * (1 / part - 1) - pausedNanos);
        pausedNanos = 0;
    }

    private void owe(double nanos) {
        owedNanos = Math.max(0, owedNanos + nanos);
        if (owedNanos < SHORTEST_REST_NANOS) {
            return;
        }
        long due = (long) owedNanos;
        owedNanos = 0;
        rest(due);
    }

    private void rest(long nanos) {
        try {
            rest.nanos(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the worker was closed
        }
    }

    /**
     * Passes time within a piece of work, on this worker's thread. The pause counts as rest, however long it lasts: a scheduler may let
     * a thread that wakes wait for the end of another one's time slice, even if there are enough processors for both.
     */
    void pause(long nanos) {
        if (nanos <= 0) {
            return;
        }
        long began = nanoClock.getAsLong();
        rest(nanos);
        pausedNanos += nanoClock.getAsLong() - began;
    }

    /** Returns whether this thread had to wait for a processor lately, so that others need all of them. */
    boolean isShortOfCpu() {
        return shortage.lasts(nanoClock.getAsLong());
    }

    /** Returns the processor time of the calling thread so far, to measure a part of the work; negative if unknown. */
    long threadCpuNanos() {
        return cpuNanos.getAsLong();
    }

    /** Returns the processor time of the thread so far, in seconds. */
    double cpuSeconds() {
        return spent.sum() / 1e9;
    }

    /** Ends the thread; what waits is discarded. */
    @Override
    public void close() {
        usable = false;
        for (Runnable left : thread.shutdownNow()) {
            if (left instanceof Waiting next) {
                next.piece.discard();
            }
        }
    }
}
