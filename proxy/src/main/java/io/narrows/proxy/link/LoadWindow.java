package io.narrows.proxy.link;

/**
 * What a link sent over a while, and what of it the slow codec took. It begins with the first frame after its end, and goes on
 * until it is ended: a silence makes it a long one, in which little was sent. Times are of the nano clock. Not thread-safe.
 */
final class LoadWindow {
    private boolean begun;
    private long start;
    private long bytes;
    private long nanos;
    private long cpuNanos;
    private boolean late;

    /** Begins at a frame, unless it has begun. */
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

    /** A frame of that many bytes is to be sent, in either codec. */
    void sends(int frameBytes) {
        bytes += frameBytes;
    }

    /** A frame would be late in the slow codec. */
    void late() {
        late = true;
    }

    boolean hasLate() {
        return late;
    }

    /** The slow codec took a frame. */
    void encoded(StepDown.Effort effort) {
        nanos += effort.nanos();
        cpuNanos += effort.cpuNanos();
    }

    /** The share of one processor that the slow codec needs for all that was sent. */
    double load(CodingCost cost, long now) {
        return bytes * cost.nanosPerByte() / elapsed(now);
    }

    /** The share of the time in which the slow codec had a frame. */
    double encodingShare(long now) {
        return (double) nanos / elapsed(now);
    }

    /** Whether frames waited for a processor longer than the slow codec used it. */
    boolean waitedMoreThanUsed() {
        return nanos > 2 * cpuNanos;
    }
}
