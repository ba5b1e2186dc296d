package io.narrows.estimate.tcp;

/** The counts of {@link StreamCounts} while they grow. */
final class Counters {
    long connections;
    long joined;
    long evicted;
    long bytes;
    long duplicateSegments;
    long duplicateBytes;
    long outOfOrderSegments;
    long keepAlives;
    long holes;
    long lostBytes;
    long cutBytes;
    long strays;
    long unassigned;
    long unassignedBytes;

    StreamCounts counts() {
        return new StreamCounts(
                connections,
                joined,
                evicted,
                bytes,
                duplicateSegments,
                duplicateBytes,
                outOfOrderSegments,
                keepAlives,
                holes,
                lostBytes,
                cutBytes,
                strays,
                unassigned,
                unassignedBytes);
    }
}
