package io.narrows.proxy.link.send;

import io.narrows.proxy.link.context.CodingCost;

/**
 * The load of a link over some time, and the part of it that the slow codec encoded. A window begins with the first
 * frame after the previous window and lasts until it is ended, so silence makes a window long, with little traffic.
 * Times are on the nano clock. Not thread-safe.
 */
final class LoadWindow {
    private boolean begun;
    private long start;
    private long bytes;
    private long nanos;
    private long cpuNanos;
    private boolean late;

    /** Begins at a frame, unless it has begun already. */
    void begin(long now) {
        if (!begun) {
            begun = true;
            start = now;
            bytes = 0;
            nanos = 0;
            cpuNanos = 0;
            late = false;
        }
    }

    void end() {
        begun = false;
    }

    long elapsed(long now) {
        return now - start;
    }

    /** Counts a frame of that many bytes, in either codec. */
    void sends(int frameBytes) {
        bytes += frameBytes;
    }

    /** Records that a frame would be late in the slow codec. */
    void late() {
        late = true;
    }

    boolean hasLate() {
        return late;
    }

    /** Counts a frame of the slow codec. */
    void encoded(StepDown.Effort effort) {
        nanos += effort.nanos();
        cpuNanos += effort.cpuNanos();
    }

    /** Returns the fraction of one processor that the slow codec needs for all frames. */
    double load(CodingCost cost, long now) {
        return bytes * cost.nanosPerByte() / elapsed(now);
    }

    /** Returns the fraction of the time in which the slow codec was encoding. */
    double encodingShare(long now) {
        return (double) nanos / elapsed(now);
    }

    /** Returns whether frames waited for a processor longer than the slow codec used it. */
    boolean waitedMoreThanUsed() {
        return nanos > 2 * cpuNanos;
    }
}
