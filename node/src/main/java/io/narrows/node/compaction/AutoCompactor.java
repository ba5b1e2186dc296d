package io.narrows.node.compaction;

import io.narrows.node.command.Command;
import io.narrows.node.etcd.CompactionRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Says when old revisions are to be compacted. It only remembers which revision there was when: a member that becomes leader
 * begins to remember anew if it did not lead before, and may so keep revisions longer. For one thread.
 */
public final class AutoCompactor {
    /** How often revisions are counted, as etcd does. */
    private static final Duration COUNTING = Duration.ofMinutes(5);
    /** Looks at the clock within the age that is kept. */
    private static final int LOOKS = 10;

    private final Retention retention;
    private final LongSupplier nanoTime;
    private final Deque<Seen> seen = new ArrayDeque<>();

    /** @param nanoTime a clock that never goes back, in nanoseconds */
    public AutoCompactor(Retention retention, LongSupplier nanoTime) {
        this.retention = retention;
        this.nanoTime = nanoTime;
    }

    /** How often {@link #look} is to be called. */
    public Duration interval() {
        if (retention instanceof Retention.Age age) {
            return age.age().dividedBy(LOOKS);
        }
        return COUNTING;
    }

    /**
     * Looks at the clock.
     *
     * @param revision the youngest
     * @param compacted up to which it is compacted already
     * @return the revision to compact; none when there is nothing to do
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
