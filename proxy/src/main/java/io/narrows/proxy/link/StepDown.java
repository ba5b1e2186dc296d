package io.narrows.proxy.link;

import io.narrows.codec.CodecSpec;
import io.narrows.proxy.meter.StepDownReason;

/**
 * Whether a link can afford the slow codec of its policy at the moment, or takes the stand-in for it.
 *
 * <pre>
 *               as much waited as may wait, and a quarter of a second later
 *               the queue is still never empty for long, or frames were late in a
 *               second in which more came than the slow codec could have encoded
 *               (queue); or for five seconds in a row frames wait for a processor
 *               longer than they use it (cpu)
 *   wanted  ---------------------------------------------------------->  stepped down
 *           <----------------------------------------------------------
 *               it was so for the hold, and the bytes of the last quarter of a
 *               second would have taken the slow codec less than half of it
 * </pre>
 *
 * <p>A burst that is over within that quarter of a second, or a processor that is short for a moment, decides nothing: of what
 * a database writes at a checkpoint only single frames are late; the collection of garbage, a neighbour on the machine or the
 * start of a process take the processor away for a second or two.
 *
 * <p>The hold is a quarter of a second, and doubles up to 64 seconds each time the link steps down again soon after it has
 * stepped back: within 5 seconds for its queue, 30 for the processor. A load at the border of what the codec can do changes it
 * once a minute. Nothing here has a timer: a link that is silent takes no harm, and the next frame decides. Not
 * thread-safe.
 */
final class StepDown {
    /** How long a queue that was full may go on without being empty for long. */
    private static final long PATIENCE = 250_000_000L;

    /** A queue that is empty for less than this goes on: it waits for what an application writes as fast as it may. */
    private static final long PAUSE = 25_000_000L;

    /** Over which it is judged whether frames get their processor, and whether the slow codec carries the load. */
    private static final long WINDOW = 1_000_000_000L;

    /** Over which it is judged, of a link that has stepped down, whether the slow codec could carry the load. */
    private static final long BACK_WINDOW = 250_000_000L;

    private static final long SHORTEST_HOLD = 250_000_000L;
    private static final long LONGEST_HOLD = 256 * SHORTEST_HOLD;
    private static final long QUEUE_RELAPSE = 5_000_000_000L;
    private static final long CPU_RELAPSE = 30_000_000_000L;

    /** Smaller frames are encoded too fast for the clock of a thread's processor time. */
    static final int SMALLEST_JUDGED = 1024;

    /** So many windows in a row without processor make the link step down. */
    private static final int SHORT_WINDOWS = 5;

    /** The wait for a processor is judged where encoding, with that wait, takes at least this share of the time. */
    private static final double SHARE_WORTH_JUDGING = 0.1;

    /** The share of one processor that the slow codec may need for the link to step back. */
    private static final double LIGHT_LOAD = 0.5;

    /** The share above which more comes than the slow codec can encode. */
    private static final double OVERLOAD = 1;

    /**
     * What a frame took.
     *
     * @param bytes of its content
     * @param nanos from when it was handed to the encoder until it was done
     * @param cpuNanos what of that was processor time
     * @param at when it was done, by the nano clock
     */
    record Effort(int bytes, long nanos, long cpuNanos, long at) {}

    private final LoadWindow window = new LoadWindow();
    private StepDownReason reason;
    private StepDownReason due;
    private CodingCost cost;
    private boolean queueWasFull;
    private long queueFullAt;
    private boolean queueIsEmpty;
    private long queueEmptyAt;
    private int shortWindows;
    private long hold = SHORTEST_HOLD;
    private long steppedAt;
    private long steppedBackAt;
    private boolean hasSteppedBack;

    /** @param slow the codec of the policy */
    StepDown(CodecSpec slow) {
        reset(slow);
    }

    /** Why the link has stepped down, or null when it has not. */
    StepDownReason reason() {
        return reason;
    }

    /** As many bytes wait for the encoder as may wait. */
    void queueFull(long now) {
        if (!queueWasFull || pausedAt(now)) {
            queueWasFull = true;
            queueFullAt = now;
        }
        queueIsEmpty = false;
    }

    /** None wait any more. */
    void queueEmpty(long now) {
        queueIsEmpty = true;
        queueEmptyAt = now;
    }

    private boolean pausedAt(long now) {
        return queueIsEmpty && now - queueEmptyAt >= PAUSE;
    }

    /** A frame would be late in the slow codec. */
    void late() {
        window.late();
    }

    /** Takes notice of a frame in the slow codec. */
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
     * Judges before a frame.
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
        if (queueWasFull && !queueIsEmpty && now - queueFullAt >= PATIENCE) {
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
                reason = null;
                queueWasFull = false;
                steppedBackAt = now;
                hasSteppedBack = true;
                return;
            }
            window.begin(now);
        }
        window.sends(bytes);
    }

    /** Starts afresh, since the policy now asks for another codec. */
    void reset(CodecSpec slow) {
        reason = null;
        due = null;
        cost = CodingCost.ofEncoding(slow);
        queueWasFull = false;
        shortWindows = 0;
        window.end();
        hold = SHORTEST_HOLD;
        hasSteppedBack = false;
    }
}
