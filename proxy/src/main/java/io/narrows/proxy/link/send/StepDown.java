package io.narrows.proxy.link.send;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.link.context.CodingCost;
import io.narrows.proxy.meter.StepDownReason;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a link can currently afford a slow codec, or has to use a faster one, or a faster level of it.
 *
 * <pre>
 *               the queue was full, and a quarter of a second later it still is
 *               never empty for long; or frames were late in a second in which
 *               more arrived than the slow codec could have encoded (queue); or
 *               for five seconds in a row, frames wait for a processor longer
 *               than they use it (cpu)
 *   wanted  ---------------------------------------------------------->  stepped down
 *           <----------------------------------------------------------
 *               the hold is over, and the slow codec would have needed less than
 *               half of the last quarter of a second for its bytes
 * </pre>
 *
 * <p>A burst that ends within that quarter of a second, or a brief shortage of processors, has no effect: when a
 * database writes a checkpoint, only single frames are late; a garbage collection, a neighbor on the machine or the
 * start of a process takes the processor away for a second or two.
 *
 * <p>The hold is a quarter of a second, and doubles up to 64 seconds each time the link steps down again soon after it
 * has stepped back: within 5 seconds for its queue, 30 for the processor. With a load at the limit of the codec, the
 * codec changes once a minute. No timer is needed: a silent link needs no decision, and the next frame triggers one.
 * Not thread-safe.
 */
final class StepDown {
    /** Period for judging whether frames get their processor, and whether the slow codec can carry the load. */
    private static final long WINDOW = 1_000_000_000L;

    /** Period for judging, after a link has stepped down, whether the slow codec could carry the load. */
    private static final long BACK_WINDOW = 250_000_000L;

    private static final long SHORTEST_HOLD = 250_000_000L;
    private static final long LONGEST_HOLD = 256 * SHORTEST_HOLD;
    private static final long QUEUE_RELAPSE = 5_000_000_000L;
    private static final long CPU_RELAPSE = 30_000_000_000L;

    /** Smaller frames are encoded too fast to be measured by the clock of a thread's processor time. */
    static final int SMALLEST_JUDGED = 1024;

    /** Number of consecutive periods with a shortage of processors after which the link steps down. */
    private static final int SHORT_WINDOWS = 5;

    /**
     * The wait for a processor is judged only if encoding, including the wait, takes at least this fraction of the
     * time.
     */
    private static final double SHARE_WORTH_JUDGING = 0.1;

    /** Fraction of one processor that the slow codec may need for the link to step back. */
    private static final double LIGHT_LOAD = 0.5;

    /** Fraction above which more arrives than the slow codec can encode. */
    private static final double OVERLOAD = 1;

    /**
     * The cost of one frame.
     *
     * @param bytes of its content
     * @param nanos time from the request to encode the frame until it was encoded
     * @param cpuNanos the part of it that was processor time
     * @param at when encoding was done, on the nano clock
     */
    record Effort(int bytes, long nanos, long cpuNanos, long at) {}

    private final LoadWindow window = new LoadWindow();
    private final FullQueue queue = new FullQueue();
    private @Nullable StepDownReason reason;
    private @Nullable StepDownReason due;
    private CodingCost cost;
    private int shortWindows;
    private long hold = SHORTEST_HOLD;
    private long steppedAt;
    private long steppedBackAt;
    private boolean hasSteppedBack;

    /** @param slow the codec of the policy */
    StepDown(CodecSpec slow) {
        reset(slow);
    }

    /** Returns why the link has stepped down; null if it has not. */
    @Nullable
    StepDownReason reason() {
        return reason;
    }

    /** Records that the queue of the encoder is full. */
    void queueFull(long now) {
        queue.full(now);
    }

    /** Records that the queue of the encoder is empty. */
    void queueEmpty(long now) {
        queue.empty(now);
    }

    /** Records that a frame would be late in the slow codec. */
    void late() {
        window.late();
    }

    /** Records a frame of the slow codec. */
    void encoded(Effort effort) {
        cost.took(effort.bytes(), effort.cpuNanos());
        window.begin(effort.at());
        window.encoded(effort);
        judgeWindow(effort.at());
    }

    private void judgeWindow(long now) {
        if (window.elapsed(now) < WINDOW) {
            return;
        }
        boolean isShort = window.encodingShare(now) > SHARE_WORTH_JUDGING && window.waitedMoreThanUsed();
        shortWindows = isShort ? shortWindows + 1 : 0;
        if (window.hasLate() && window.load(cost, now) > OVERLOAD) {
            due = StepDownReason.QUEUE;
        } else {
            due = shortWindows >= SHORT_WINDOWS ? StepDownReason.CPU : null;
        }
        window.end();
        window.begin(now); // without a gap
    }

    /**
     * Decides before a frame.
     *
     * @param bytes of the frame
     * @return whether the link steps down with this frame
     */
    boolean stepsDown(int bytes, long now) {
        if (reason != null) {
            stepBack(bytes, now);
            return false;
        }
        window.begin(now);
        judgeWindow(now);
        window.sends(bytes);
        if (queue.lasts(now)) {
            due = StepDownReason.QUEUE;
        }
        if (due == null) {
            return false;
        }
        reason = due;
        due = null;
        shortWindows = 0;
        long soon = reason == StepDownReason.QUEUE ? QUEUE_RELAPSE : CPU_RELAPSE;
        boolean relapse = hasSteppedBack && now - steppedBackAt < soon;
        hold = relapse ? Math.min(2 * hold, LONGEST_HOLD) : SHORTEST_HOLD;
        steppedAt = now;
        window.end();
        return true;
    }

    private void stepBack(int bytes, long now) {
        window.begin(now);
        if (window.elapsed(now) >= BACK_WINDOW) {
            boolean light = window.load(cost, now) < LIGHT_LOAD;
            window.end();
            if (light && now - steppedAt >= hold) {
                steppedBack(now);
                return;
            }
            window.begin(now);
        }
        window.sends(bytes);
    }

    private void steppedBack(long now) {
        reason = null;
        queue.reset();
        steppedBackAt = now;
        hasSteppedBack = true;
    }

    /**
     * Begins when a link starts to use the slow codec, with a frame of that many bytes: forgets the load of earlier times, but neither
     * the cost of the codec nor how long it has to hold.
     */
    void enter(int bytes, long now) {
        forgetLoad();
        window.begin(now);
        window.sends(bytes);
    }

    /** Ends when a link no longer considers the slow codec, because it has stepped back to a slower one. */
    void leave(long now) {
        if (reason != null) {
            steppedBack(now);
        }
        forgetLoad();
    }

    private void forgetLoad() {
        due = null;
        shortWindows = 0;
        queue.reset();
        window.end();
    }

    /** Starts over, because the policy now requests a different codec. */
    void reset(CodecSpec slow) {
        reason = null;
        forgetLoad();
        cost = CodingCost.ofEncoding(slow);
        hold = SHORTEST_HOLD;
        hasSteppedBack = false;
    }
}
