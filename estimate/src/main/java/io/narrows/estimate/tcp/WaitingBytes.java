package io.narrows.estimate.tcp;

/** The bytes of all segments that wait behind gaps, with their overhead. */
final class WaitingBytes {
    private final AssemblyLimits limits;
    private long total;

    WaitingBytes(AssemblyLimits limits) {
        this.limits = limits;
    }

    void add(long bytes) {
        total += bytes;
    }

    /** Returns whether a direction must give up a gap. */
    boolean isTooMuch(long ofDirection) {
        return ofDirection > limits.directionBytes() || total > limits.totalBytes();
    }

    long total() {
        return total;
    }
}
