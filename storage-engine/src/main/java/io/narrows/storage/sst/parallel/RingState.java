package io.narrows.storage.sst.parallel;

/**
 * The state of a {@link CompressionRing} in one word, with all its transitions as pure functions: they determine each
 * thread's next duty, and when to wake the emitter.
 *
 * <pre>
 *  63      56 55      48 47      40  39    38 37  36    32 31                             0
 * +----------+----------+----------+-------+-----+--------+-------------------------------+
 * | to emit  | compress | write    |aborted|waits|attached| compressed, a bit for a slot  |
 * +----------+----------+----------+-------+-----+--------+-------------------------------+
 * </pre>
 *
 * The counters count blocks modulo 256, so that a full ring differs from an empty one; a block's slot is its number
 * modulo the number of slots. {@code write <= compress <= emit <= write + slots}.
 *
 * <p>A bit of {@code compressed} is set when its slot may be written, and cleared by the thread that takes that duty.
 * Only the slot {@code write} is ever taken, and {@code write} advances only after the slot is written, so one thread
 * writes at a time, in order.
 *
 * <p>{@code waits} is the role in which the emitter sleeps, 0 if it is awake. Every transition ends with the same rule:
 * the emitter sleeps as long as its duty is {@link Duty#WAIT}. The thread that clears the field wakes it.
 */
final class RingState {
    /**
     * The role in which a thread requests a duty. The first three are the emitter's; their ordinal + 1 is
     * {@code waits}.
     */
    enum Role {
        /** Needs a free slot. */
        EMITTER,
        /** Needs all blocks to be written. */
        DRAINER,
        /** Needs all stages to stop; the ring is aborted. */
        CLOSER,
        /** Attached: takes any work. */
        WORKER,
        /** Attached: leaves, regardless of remaining work. */
        RETIREE
    }

    /** The work that a thread has completed since its last transition. */
    enum Done {
        NOTHING,
        COMPRESSED,
        WRITTEN
    }

    enum Duty {
        /** Compress the slot {@link #toCompress}. */
        COMPRESS,
        /** Write the slot {@link #toWrite}. */
        WRITE,
        /** Return: the emitter's condition is met. */
        PROCEED,
        /** Sleep until {@code waits} is cleared: other threads have all the work. */
        WAIT,
        /** Leave: the worker is no longer attached. */
        LEAVE,
        /** Stop: the ring is aborted. */
        STOP
    }

    static final int MAX_SLOTS = 32;
    static final int MAX_ATTACHED = 31;

    private static final int ATTACHED = 32;
    private static final int WAITS = 37;
    static final long WAITS_MASK = 3L << WAITS;
    private static final long ABORTED = 1L << 39;
    private static final int WRITE = 40;
    private static final int COMPRESS = 48;
    private static final int EMIT = 56;

    private static final Role[] ROLES = Role.values();

    private RingState() {}

    /** Returns an empty ring whose first block has the number {@code block}. */
    static long empty(int block) {
        long number = block & 0xff;
        return number << WRITE | number << COMPRESS | number << EMIT;
    }

    /** Returns the next block to be emitted, 0 to 255. */
    static int toEmit(long state) {
        return counter(state, EMIT);
    }

    static int toCompress(long state) {
        return counter(state, COMPRESS);
    }

    static int toWrite(long state) {
        return counter(state, WRITE);
    }

    static int attached(long state) {
        return (int) (state >>> ATTACHED) & 31;
    }

    static boolean isAborted(long state) {
        return (state & ABORTED) != 0;
    }

    static boolean isEmitterWaiting(long state) {
        return (state & WAITS_MASK) != 0;
    }

    /** Returns the number of blocks emitted but not written. */
    static int unwritten(long state) {
        return (toEmit(state) - toWrite(state)) & 0xff;
    }

    /** Returns the number of blocks emitted but not yet taken for compression. */
    static int backlog(long state) {
        return (toEmit(state) - toCompress(state)) & 0xff;
    }

    /** Returns whether the thread that made this transition must wake the emitter. */
    static boolean wakesEmitter(long before, long after) {
        return isEmitterWaiting(before) && !isEmitterWaiting(after);
    }

    /** Emits the slot {@link #toEmit}, which the emitter has filled. */
    static long emitted(long state) {
        return incremented(state, EMIT);
    }

    /** Counts one more worker; the thread that makes this transition either is that worker or wakes it. */
    static long joined(long state) {
        return state + (1L << ATTACHED);
    }

    /** Uncounts a worker of {@link #joined} that will not come. */
    static long left(long state) {
        return state - (1L << ATTACHED);
    }

    static long aborted(long state, int slots) {
        return released(state | ABORTED, slots);
    }

    /**
     * Returns the state after a thread has finished {@code done} with the given slot, before it takes its next duty.
     */
    static long finished(long state, Done done, int slot) {
        return switch (done) {
            case NOTHING -> state;
            case COMPRESSED -> state | 1L << slot;
            case WRITTEN -> incremented(state, WRITE);
        };
    }

    /** Returns the next duty for a role. Writing comes first, because it frees a slot. */
    static Duty duty(long state, Role role, int slots) {
        switch (role) {
            case EMITTER -> {
                if (isAborted(state)) {
                    return Duty.STOP;
                }
                if (unwritten(state) < slots) {
                    return Duty.PROCEED;
                }
            }
            case DRAINER -> {
                if (isAborted(state)) {
                    return Duty.STOP;
                }
                if (unwritten(state) == 0) {
                    return Duty.PROCEED;
                }
            }
            case CLOSER -> {
                return attached(state) == 0 || unwritten(state) == 0 ? Duty.PROCEED : Duty.WAIT;
            }
            case WORKER -> {
                if (isAborted(state)) {
                    return Duty.LEAVE;
                }
            }
            case RETIREE -> {
                return Duty.LEAVE;
            }
        }
        if ((state >>> (toWrite(state) & slots - 1) & 1) != 0) {
            return Duty.WRITE;
        }
        if (backlog(state) > 0) {
            return Duty.COMPRESS;
        }
        return role == Role.WORKER ? Duty.LEAVE : Duty.WAIT;
    }

    /** Returns the state after a thread in that role has taken its {@link #duty}. */
    static long taken(long state, Role role, int slots) {
        long after = switch (duty(state, role, slots)) {
            case COMPRESS -> incremented(state, COMPRESS);
            case WRITE -> state & ~(1L << (toWrite(state) & slots - 1));
            case WAIT -> state | (role.ordinal() + 1L) << WAITS;
            case LEAVE -> left(state);
            case PROCEED, STOP -> state;
        };
        return released(after, slots);
    }

    private static long released(long state, int slots) {
        int waits = (int) (state >>> WAITS) & 3;
        return waits == 0 || duty(state, ROLES[waits - 1], slots) == Duty.WAIT ? state : state & ~WAITS_MASK;
    }

    private static int counter(long state, int shift) {
        return (int) (state >>> shift) & 0xff;
    }

    private static long incremented(long state, int shift) {
        long mask = 0xffL << shift;
        return state & ~mask | state + (1L << shift) & mask;
    }
}
