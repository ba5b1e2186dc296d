package io.narrows.node.watch;

import java.time.Duration;

/**
 * Options of the watch hub. {@link #DEFAULT} has etcd's values where etcd has them.
 *
 * @param progressInterval idle time after which a watch with progress_notify is sent its progress
 * @param fragmentBytes a larger response is sent in fragments, if the watch allows it
 * @param streamBytes buffer limit of a stream whose client does not read; the rest is read from the keyspace later
 * @param hubBytes buffer limit of all streams together
 * @param batchRevisions revisions per read for watches that are behind
 */
public record WatchOptions(
        Duration progressInterval, int fragmentBytes, long streamBytes, long hubBytes, int batchRevisions) {
    public static final WatchOptions DEFAULT =
            new WatchOptions(Duration.ofMinutes(10), 2 << 20, 1 << 20, 64 << 20, 1000);

    public WatchOptions {
        if (progressInterval.isNegative() || progressInterval.isZero()) {
            throw new IllegalArgumentException("progressInterval: " + progressInterval + " (expected: > 0)");
        }
        requirePositive("fragmentBytes", fragmentBytes);
        requirePositive("streamBytes", streamBytes);
        requirePositive("hubBytes", hubBytes);
        requirePositive("batchRevisions", batchRevisions);
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }

    /** Returns a copy with a different interval for progress notifications. */
    public WatchOptions withProgressInterval(Duration interval) {
        return new WatchOptions(interval, fragmentBytes, streamBytes, hubBytes, batchRevisions);
    }
}
