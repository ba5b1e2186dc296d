package io.narrows.proxy;

import io.narrows.proxy.transport.Transport;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time by which a sidecar keeps what it has of its peers, and looks after it. Safe for use by many threads. */
interface SidecarTime {
    /** Returns the time on a monotonic clock in nanoseconds, used for differences only. */
    long nanos();

    /** Runs a short task from time to time until the sidecar stops, first after one interval. A task that throws may not run again. */
    void every(Duration interval, Runnable task);

    /** Returns the time of the machine, whose tasks run on an event loop. */
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
