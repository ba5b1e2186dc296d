package io.narrows.middleware.meter;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** The counters of one set of labels. Safe for use by many threads; adding takes no lock. */
final class MessageCell {
    /** The flag and the length that gRPC puts before each message. */
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

    /** Counts a message, of which wire bytes are known, its prefix not included. */
    void message(long wire) {
        messages.increment();
        wireBytes.add(PREFIX_BYTES + wire);
        appBytes.add(PREFIX_BYTES);
    }

    /** Counts bytes of messages before compression, or after decompression. */
    void app(long bytes) {
        appBytes.add(bytes);
    }

    /**
     * How many runs of the codec the next one stands for, 0 when another one stands for it: asking the thread for its time is
     * dearer than to compress a small message.
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
