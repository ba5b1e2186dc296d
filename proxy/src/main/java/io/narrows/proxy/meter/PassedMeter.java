package io.narrows.proxy.meter;

import java.util.concurrent.atomic.LongAdder;

/** Counts captured connections of no peer, which pass through untouched. Safe for use by many threads. */
public final class PassedMeter {
    private final LongAdder connections = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder received = new LongAdder();

    public void connection() {
        connections.increment();
    }

    /** Counts bytes of the application, from this host to the destination. */
    public void sent(int bytes) {
        sent.add(bytes);
    }

    /** Counts bytes from the destination. */
    public void received(int bytes) {
        received.add(bytes);
    }

    long connections() {
        return connections.sum();
    }

    long bytes(Direction direction) {
        return switch (direction) {
            case SENT -> sent.sum();
            case RECEIVED -> received.sum();
        };
    }
}
