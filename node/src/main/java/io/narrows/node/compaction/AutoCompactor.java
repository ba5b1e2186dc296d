package io.narrows.node.compaction;

import io.narrows.node.command.Command;
import io.narrows.node.etcd.CompactionRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Decides when to compact old revisions. The times of revisions are only kept in memory: a member that becomes leader starts
 * over unless it led before, and may therefore keep revisions longer. Not thread-safe.
 */
public final class AutoCompactor {
    /** Interval at which revisions are counted, as in etcd. */
    private static final Duration COUNTING = Duration.ofMinutes(5);
    /** Number of clock checks within the retained age. */
    private static final int LOOKS = 10;

    private final Retention retention;
    private final LongSupplier nanoTime;
    private final Deque<Seen> seen = new ArrayDeque<>();

    /** @param nanoTime monotonic clock in nanoseconds */
    public AutoCompactor(Retention retention, LongSupplier nanoTime) {
        this.retention = retention;
        this.nanoTime = nanoTime;
    }

    /** Returns the interval at which to call {@link #look}. */
    public Duration interval() {
        if (retention instanceof Retention.Age age) {
            return age.age().dividedBy(LOOKS);
        }
        return COUNTING;
    }

    /**
     * Checks the clock.
     *
     * @param revision current revision
     * @param compacted revision up to which the store is compacted
     * @return the revision to compact; empty if there is nothing to do
     */
    public OptionalLong look(long revision, long compacted) {
        long target = retention instanceof Retention.Age age
                ? oldEnough(revision, age.age())
                : revision - ((Retention.Revisions) retention).count();
        return target > compacted ? OptionalLong.of(target) : OptionalLong.empty();
    }

    public static Command command(long revision) {
        return Command.newBuilder()
                .setCompact(CompactionRequest.newBuilder().setRevision(revision))
                .build();
    }

    private long oldEnough(long revision, Duration age) {
        long now = nanoTime.getAsLong();
        seen.addLast(new Seen(now, revision));
        long target = 0;
        while (!seen.isEmpty() && now - seen.peekFirst().when >= age.toNanos()) {
            target = seen.removeFirst().revision;
        }
        return target;
    }

    private record Seen(long when, long revision) {}
}
