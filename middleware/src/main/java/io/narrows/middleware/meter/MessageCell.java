package io.narrows.middleware.meter;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one set of labels. Safe for use by many threads; adding takes no lock. */
final class MessageCell {
    /** Size of the flag and the length before each gRPC message. */
    static final int PREFIX_BYTES = 5;

    private static final int MEASURED_AT_FIRST = 32;
    private static final int PERIOD = 32;

    private final MessageLabels labels;
    private final double usdPerByte;
    private final LongAdder messages = new LongAdder();
    private final LongAdder appBytes = new LongAdder();
    private final LongAdder wireBytes = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final AtomicInteger runs = new AtomicInteger();

    MessageCell(MessageLabels labels, double usdPerByte) {
        this.labels = labels;
        this.usdPerByte = usdPerByte;
    }

    MessageLabels labels() {
        return labels;
    }

    /** Counts a message by its wire bytes, excluding its prefix. */
    void message(long wire) {
        messages.increment();
        wireBytes.add(PREFIX_BYTES + wire);
        appBytes.add(PREFIX_BYTES);
    }

    /** Counts bytes of messages before compression or after decompression. */
    void app(long bytes) {
        appBytes.add(bytes);
    }

    /**
     * Returns how many codec runs the next measured one represents, or 0 if it is not measured: reading the thread's CPU
     * time costs more than compressing a small message.
     */
    int weight() {
        int run = runs.incrementAndGet();
        return run > 0 && run <= MEASURED_AT_FIRST ? 1 : run % PERIOD == 0 ? PERIOD : 0;
    }

    void cpu(long nanos) {
        cpuNanos.add(nanos);
    }

    double messages() {
        return messages.sum();
    }

    double appBytes() {
        return appBytes.sum();
    }

    double wireBytes() {
        return wireBytes.sum();
    }

    double cpuSeconds() {
        return cpuNanos.sum() / 1e9;
    }

    double baselineUsd() {
        return appBytes() * usdPerByte;
    }

    double wireUsd() {
        return wireBytes() * usdPerByte;
    }
}
