package io.narrows.storage.sst.parallel;

import io.narrows.storage.sst.parallel.RingState.Done;
import io.narrows.storage.sst.parallel.RingState.Duty;
import io.narrows.storage.sst.parallel.RingState.Role;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The blocks of one file that have been built but not yet written. The caller, called the emitter, claims a slot, fills
 * it and emits it; the emitter and the workers of a pool compress the slots, and write them in order of emission. The
 * emitter does not depend on workers: while no slot is free it does the remaining work itself, and it sleeps only while
 * others have all of it.
 *
 * <p>Only one thread at a time may call the public methods. After {@link #drain} the ring is empty, no stage runs, and
 * the effects of the stages are visible to the caller, which can then continue to claim slots. Slots are reused
 * unchanged: a claimed slot still has the content that a stage left in it.
 *
 * <p>The protocol is that of RocksDB's parallel compression ({@code BlockBasedTableBuilder::ParallelCompressionRep},
 * 10.7), changed for workers that many files share; see docs/adr/0007-parallel-compression.md. It is implemented in
 * {@link RingState}.
 */
public final class CompressionRing<S> implements AutoCloseable {
    /** Minimum number of slots. */
    public static final int MIN_SLOTS = 4;

    /** Maximum number of slots. */
    public static final int MAX_SLOTS = RingState.MAX_SLOTS;

    private final PaddedLong word = new PaddedLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<S> slots;
    private final int size;
    private final Stage<S> stage;
    private final CompressionPool pool;
    private final WakeRule rule;

    /** Written before {@code waits} is set, read after it was cleared. */
    private @Nullable Thread waiting;

    private boolean claimed;

    /**
     * @param slots the number of slots, a power of two from {@link #MIN_SLOTS} to {@link #MAX_SLOTS}
     * @param pool the pool whose workers help; it may be closed before the ring, which then continues without it
     * @throws IllegalArgumentException if the number of slots is invalid
     */
    public CompressionRing(List<S> slots, Stage<S> stage, CompressionPool pool) {
        this(slots, stage, pool, new WakeRule(slots.size(), pool.workers()));
    }

    CompressionRing(List<S> slots, Stage<S> stage, CompressionPool pool, WakeRule rule) {
        size = slots.size();
        if (size < MIN_SLOTS || size > MAX_SLOTS || Integer.bitCount(size) != 1) {
            throw new IllegalArgumentException(
                    "slots: " + size + " (expected: a power of two, " + MIN_SLOTS + "-" + MAX_SLOTS + ")");
        }
        this.slots = List.copyOf(slots);
        this.stage = stage;
        this.pool = pool;
        this.rule = rule;
        pool.register(this);
    }

    /** Returns the number of slots that keeps the workers and the emitter busy: four per thread, up to the maximum. */
    public static int slotsFor(int workers) {
        int wanted = 4 * (Math.min(workers, MAX_SLOTS) + 1);
        return Math.min(MAX_SLOTS, Integer.highestOneBit(2 * wanted - 1));
    }

    /**
     * Returns a free slot, to be filled and emitted. While there is none, the caller compresses, writes, or waits.
     *
     * @throws IOException or an unchecked exception: the failure of a stage on any thread; thrown by every call from then on
     * @throws IllegalStateException if the ring is closed, or a slot is already claimed
     */
    public S claim() throws IOException {
        if (claimed) {
            throw new IllegalStateException("a slot is already claimed and must be emitted first");
        }
        help(Role.EMITTER);
        claimed = true;
        return slot(RingState.toEmit(word.get()));
    }

    /**
     * Emits the claimed slot, and wakes a worker if there is enough work.
     *
     * @throws IOException or an unchecked exception: the failure of a stage on any thread; thrown by every call from then on
     * @throws IllegalStateException if the ring is closed, or no slot is claimed
     */
    public void emit() throws IOException {
        if (!claimed) {
            throw new IllegalStateException("no slot is claimed");
        }
        claimed = false;
        long state;
        long next;
        boolean behind;
        boolean wakes;
        do {
            state = word.get();
            if (RingState.isAborted(state)) {
                throw stopped();
            }
            next = RingState.emitted(state);
            behind = rule.isBehind(next) && !pool.idle().isEmpty();
            wakes = behind && rule.isDue();
            if (wakes) {
                next = RingState.joined(next);
            }
        } while (!word.compareAndSet(state, next));
        if (behind) {
            rule.wasBehind(wakes);
        }
        if (wakes && !pool.wake(this)) {
            leave();
        }
    }

    /**
     * Returns once all emitted slots are written; the caller helps until then.
     *
     * @throws IOException or an unchecked exception: the failure of a stage on any thread; thrown by every call from then on
     * @throws IllegalStateException if the ring is closed, or a slot is claimed
     */
    public void drain() throws IOException {
        if (claimed) {
            throw new IllegalStateException("a slot is claimed and must be emitted first");
        }
        help(Role.DRAINER);
    }

    /**
     * Discards all blocks that are not written. Waits for running stages, after which none runs. After {@link #drain}
     * it does not wait.
     */
    @Override
    public void close() {
        pool.unregister(this);
        abort();
        while (RingState.duty(step(Role.CLOSER, Done.NOTHING, 0), Role.CLOSER, size) == Duty.WAIT) {
            sleep();
        }
    }

    /** Attaches the calling worker if there is enough work for it. */
    boolean join() {
        for (long state = word.get(); !RingState.isAborted(state) && rule.isBehind(state); state = word.get()) {
            if (word.compareAndSet(state, RingState.joined(state))) {
                return true;
            }
        }
        return false;
    }

    /** Runs an attached worker until it leaves. Returns the number of blocks it compressed. */
    int work() {
        int compressed = 0;
        Done done = Done.NOTHING;
        int block = 0;
        while (true) {
            Role role = pool.isClosed() ? Role.RETIREE : Role.WORKER;
            long state = step(role, done, block);
            Duty duty = RingState.duty(state, role, size);
            if (duty == Duty.LEAVE) {
                return compressed;
            }
            block = block(state, duty);
            done = perform(duty, block);
            compressed += done == Done.COMPRESSED ? 1 : 0;
        }
    }

    private void help(Role role) throws IOException {
        Done done = Done.NOTHING;
        int block = 0;
        while (true) {
            long state = step(role, done, block);
            Duty duty = RingState.duty(state, role, size);
            switch (duty) {
                case PROCEED -> {
                    return;
                }
                case STOP -> throw stopped();
                case WAIT -> {
                    sleep();
                    done = Done.NOTHING;
                }
                default -> {
                    block = block(state, duty);
                    done = perform(duty, block);
                }
            }
        }
    }

    /**
     * Finishes one duty and takes the next in one transition. Returns the state between the two, which determines the
     * duty.
     */
    private long step(Role role, Done done, int block) {
        while (true) {
            long state = word.get();
            long finished = RingState.finished(state, done, block & size - 1);
            long next = RingState.taken(finished, role, size);
            if (RingState.isEmitterWaiting(next) && !RingState.isEmitterWaiting(state)) {
                waiting = Thread.currentThread();
            }
            if (next == state || word.compareAndSet(state, next)) {
                wakeEmitter(state, next);
                return finished;
            }
        }
    }

    private static int block(long state, Duty duty) {
        return duty == Duty.COMPRESS ? RingState.toCompress(state) : RingState.toWrite(state);
    }

    private Done perform(Duty duty, int block) {
        try {
            if (duty == Duty.COMPRESS) {
                stage.compress(slot(block));
                return Done.COMPRESSED;
            }
            stage.write(slot(block));
            return Done.WRITTEN;
        } catch (Throwable e) { // the emitter rethrows it, whatever it is
            failure.compareAndSet(null, e);
            abort();
            return Done.NOTHING;
        }
    }

    private S slot(int block) {
        return slots.get(block & size - 1);
    }

    private void abort() {
        long state;
        long next;
        do {
            state = word.get();
            next = RingState.aborted(state, size);
        } while (!word.compareAndSet(state, next));
        wakeEmitter(state, next);
    }

    private void leave() {
        long state;
        do {
            state = word.get();
        } while (!word.compareAndSet(state, RingState.left(state)));
    }

    private void wakeEmitter(long before, long after) {
        if (RingState.wakesEmitter(before, after)) {
            pool.emitterWoken(); // first, so that the woken thread sees itself counted
            LockSupport.unpark(waiting);
        }
    }

    /** Sleeps through interrupts, but restores the interrupt flag. */
    private void sleep() {
        boolean interrupted = false;
        while (RingState.isEmitterWaiting(word.get())) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Throws the failure of a stage, or returns the exception to throw if there was none. */
    private IllegalStateException stopped() throws IOException {
        Throwable thrown = failure.get();
        if (thrown instanceof IOException e) {
            throw e;
        }
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        return new IllegalStateException("the ring is closed");
    }
}
