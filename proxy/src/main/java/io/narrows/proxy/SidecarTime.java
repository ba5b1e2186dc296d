package io.narrows.proxy;

import io.narrows.proxy.transport.Transport;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A sidecar's clock and timer, which tests replace. Safe for use by many threads. */
interface SidecarTime {
    /** Returns the time on a monotonic clock in nanoseconds, used for differences only. */
    long nanos();

    /** Runs a short task at intervals until the sidecar stops, first after one interval. A task that throws may not run again. */
    void every(Duration interval, Runnable task);

    /** Returns the machine's clock, and a timer whose tasks run on an event loop. */
    static SidecarTime of(Transport transport) {
        EventLoop loop = transport.loops().get(0);
        return new SidecarTime() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void every(Duration interval, Runnable task) {
                long nanos = interval.toNanos();
                loop.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
            }
        };
    }
}
