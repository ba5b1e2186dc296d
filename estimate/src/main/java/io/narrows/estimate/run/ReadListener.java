package io.narrows.estimate.run;

/** Receives the reads of one direction. */
@FunctionalInterface
interface ReadListener {
    /**
     * The next read.
     *
     * @param nanos the capture's time of its last segment
     * @param bytes begins with the read; valid only during the call
     */
    void read(long nanos, byte[] bytes, int length);
}
