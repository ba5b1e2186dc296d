package io.narrows.proxy.warmup;

import io.narrows.config.TrafficClass;
import io.narrows.proxy.meter.TrafficMeter;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Detects whether the sidecar carried traffic in the last second: connections were opened or closed, or bytes were
 * transferred. Open but idle connections do not count. Must be called often. Safe for use by many threads.
 */
public final class RecentTraffic implements BooleanSupplier {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TrafficMeter traffic;
    private final IntSupplier connections;
    private final LongSupplier nanoClock;
    private int connected;
    private long bytes;
    private long lookedAt;
    private long movedAt;

    /** @param connections supplies the number of open connections */
    public RecentTraffic(TrafficMeter traffic, IntSupplier connections, LongSupplier nanoClock) {
        this.traffic = traffic;
        this.connections = connections;
        this.nanoClock = nanoClock;
        this.connected = connections.getAsInt();
        this.bytes = bytes();
        this.lookedAt = nanoClock.getAsLong();
        this.movedAt = lookedAt - RECENT_NANOS;
    }

    @Override
    public synchronized boolean getAsBoolean() {
        long now = nanoClock.getAsLong();
        if (now - lookedAt >= LOOK_NANOS) {
            look(now);
        }
        return now - movedAt < RECENT_NANOS;
    }

    private void look(long now) {
        lookedAt = now;
        int connectedNow = connections.getAsInt();
        long bytesNow = bytes();
        if (connectedNow != connected || bytesNow != bytes) {
            connected = connectedNow;
            bytes = bytesNow;
            movedAt = now;
        }
    }

    private long bytes() {
        return traffic.cells().stream()
                .filter(cell -> cell.labels().trafficClass() != TrafficClass.CONTROL)
                .mapToLong(cell -> cell.appBytes())
                .sum();
    }
}
