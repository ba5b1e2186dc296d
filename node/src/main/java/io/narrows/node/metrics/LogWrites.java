package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Times the writes of Raft's log, as etcd does for its WAL. */
public final class LogWrites {
    /** 1 ms to 8,192 ms, as in etcd. */
    static final Duration[] BUCKETS = IntStream.range(0, 14)
            .mapToObj(power -> Duration.ofMillis(1L << power))
            .toArray(Duration[]::new);

    private LogWrites() {}

    /** Registers the timer and returns a recorder of durations in nanoseconds. */
    public static LongConsumer timer(MeterRegistry registry) {
        Timer timer = Timer.builder("etcd.disk.wal.fsync.duration")
                .description("Time to write and sync one batch of entries to the Raft log.")
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
        return nanos -> timer.record(nanos, TimeUnit.NANOSECONDS);
    }
}
