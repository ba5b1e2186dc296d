package io.narrows.proxy.link;

import io.narrows.proxy.meter.StepDownReason;

/**
 * Whether a link can afford the slow codec of its policy at the moment, or takes the stand-in for it.
 *
 * <pre>
 *               as much waits as may wait (queue), or frames wait for
 *               a processor longer than they use it (cpu)
 *   wanted  ---------------------------------------------------------->  stepped down
 *           <----------------------------------------------------------
 *               it was so for the hold, and the last second's bytes would
 *               have taken the slow codec less than half of that second
 * </pre>
 *
 * <p>The hold is a second, and doubles up to 64 each time the link steps down again within 30 seconds of having stepped
 * back: a load at the border of what the codec can do changes it once a minute. Nothing here has a timer: a link that is
 * silent takes no harm, and the next frame decides. Not thread-safe.
 */
final class StepDown {
    private static final long WINDOW_NANOS = 1_000_000_000L;
    private static final long SHORTEST_HOLD = 1_000_000_000L;
    private static final long LONGEST_HOLD = 64 * SHORTEST_HOLD;
    private static final long RELAPSE_NANOS = 30_000_000_000L;

    /** The wait for a processor is judged where encoding, with that wait, takes at least one part in this many of the time. */
    private static final int PART_WORTH_JUDGING = 10;

    /** The share of the time that the slow codec may have for the link to step back. */
    private static final double LIGHT_LOAD = 0.5;

    /**
     * What a frame took.
     *
     * @param nanos from when it was handed to the encoder until it was done
     * @param cpuNanos what of that was processor time
     * @param at when it was done, by the nano clock
     */
    record Effort(long nanos, long cpuNanos, long at) {}

    private StepDownReason reason;
    private StepDownReason due;
    private double nanosPerByte;
    private long hold = SHORTEST_HOLD;
    private long steppedAt;
    private long steppedBackAt;
    private boolean hasSteppedBack;

    private boolean windowOpen;
    private long windowStart;
    private long windowBytes;
    private long windowNanos;
    private long windowCpuNanos;

    /** Why the link has stepped down, or null when it has not. */
    StepDownReason reason() {
        return reason;
    }

    /** As many bytes wait for the encoder as may wait. It counts at the next frame. */
    void queueFull() {
        if (reason == null) {
            due = StepDownReason.QUEUE;
        }
    }

    /** Takes notice of a frame in the slow codec. */
    void encoded(Effort effort) {
        openWindow(effort.at());
        windowNanos += effort.nanos();
        windowCpuNanos += effort.cpuNanos();
        long elapsed = effort.at() - windowStart;
        if (elapsed < WINDOW_NANOS) {
            return;
        }
        boolean much = windowNanos * PART_WORTH_JUDGING > elapsed;
        if (much && windowNanos > 2 * windowCpuNanos && due == null) {
            due = StepDownReason.CPU;
        }
        windowOpen = false;
    }

    /**
     * Judges before a frame.
     *
     * @param bytes of the frame
     * @param cost of the slow codec, as far as it is known now
     * @return whether the link steps down with this frame
     */
    boolean stepsDown(int bytes, double cost, long now) {
        if (reason != null) {
            stepBack(bytes, now);
            return false;
        }
        if (due == null) {
            return false;
        }
        reason = due;
        due = null;
        nanosPerByte = cost;
        boolean relapse = hasSteppedBack && now - steppedBackAt < RELAPSE_NANOS;
        hold = relapse ? Math.min(2 * hold, LONGEST_HOLD) : SHORTEST_HOLD;
        steppedAt = now;
        windowOpen = false;
        return true;
    }

    private void stepBack(int bytes, long now) {
        openWindow(now);
        long elapsed = now - windowStart;
        if (elapsed >= WINDOW_NANOS) {
            boolean light = windowBytes * nanosPerByte < elapsed * LIGHT_LOAD;
            windowOpen = false;
            if (light && now - steppedAt >= hold) {
                reason = null;
                due = null;
                steppedBackAt = now;
                hasSteppedBack = true;
                return;
            }
            openWindow(now);
        }
        windowBytes += bytes;
    }

    private void openWindow(long now) {
        if (!windowOpen) {
            windowOpen = true;
            windowStart = now;
            windowBytes = 0;
            windowNanos = 0;
            windowCpuNanos = 0;
        }
    }

    /** Forgets what was: another policy asks for another codec. */
    void reset() {
        reason = null;
        due = null;
        windowOpen = false;
        hold = SHORTEST_HOLD;
        hasSteppedBack = false;
    }
}
