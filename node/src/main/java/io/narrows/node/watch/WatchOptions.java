package io.narrows.node.watch;

import java.time.Duration;

/**
 * How watches are served. {@link #DEFAULT} are etcd's figures where etcd has them.
 *
 * @param progressInterval a watch with progress_notify that was sent nothing for so long is told how far it has come
 * @param fragmentBytes a response larger than this is sent in parts, where the watch allows it
 * @param streamBytes what is kept for a stream whose client does not read; what is more is read from the keyspace later
 * @param hubBytes the same for all streams together
 * @param batchRevisions as many revisions are read at once for watches that are behind
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

    /** The same with another interval for notices of progress. */
    public WatchOptions withProgressInterval(Duration interval) {
        return new WatchOptions(interval, fragmentBytes, streamBytes, hubBytes, batchRevisions);
    }
}
