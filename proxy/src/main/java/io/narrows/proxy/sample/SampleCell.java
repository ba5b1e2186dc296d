package io.narrows.proxy.sample;

import java.util.concurrent.atomic.LongAdder;

/** The counters of one kind of traffic in a dry run. Adding takes no lock. */
final class SampleCell {
    private final LongAdder appBytes = new LongAdder();
    private final LongAdder sampledBytes = new LongAdder();
    private final LongAdder compressedBytes = new LongAdder();

    /** Counts bytes that went to or came from the peer's database, sampled or not. */
    void carried(int bytes) {
        appBytes.add(bytes);
    }

    /** Counts bytes of the sample, and the size that they would have had on a link. */
    void sampled(int bytes, int compressed) {
        sampledBytes.add(bytes);
        compressedBytes.add(compressed);
    }

    long appBytes() {
        return appBytes.sum();
    }

    long sampledBytes() {
        return sampledBytes.sum();
    }

    long compressedBytes() {
        return compressedBytes.sum();
    }

    /** Returns how many of all bytes would have been saved if the rest were like the sample; negative if they would grow. */
    double savedBytes() {
        long sampled = sampledBytes();
        return sampled == 0 ? 0 : appBytes() * (1 - (double) compressedBytes() / sampled);
    }
}
