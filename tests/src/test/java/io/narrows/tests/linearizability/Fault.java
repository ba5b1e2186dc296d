package io.narrows.tests.linearizability;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A fault to inject.
 *
 * @param pauseMillis time without faults before it
 * @param member the affected member, 0 to 2
 * @param other a second member, for faults between two
 * @param millis its duration
 */
public record Fault(Kind kind, int pauseMillis, int member, int other, int millis) {
    private static final int MEMBERS = 3;

    /** The kinds of faults. */
    public enum Kind {
        /** SIGKILL, and later a restart with the data on disk. */
        KILL_NODE(0, 2_000),
        KILL_SIDECAR(0, 1_500),
        /** Kills node and sidecar of one host. */
        KILL_HOST(0, 2_000),
        /** Kills the nodes of all hosts at once. */
        KILL_ALL_NODES(0, 500),
        /** SIGKILL, and a restart with a log that ends in a torn record. */
        TORN_LOG(0, 1_000),
        /** Like {@link #TORN_LOG}, on all hosts at once. */
        ALL_LOGS_TORN(0, 500),
        /** SIGSTOP, and later SIGCONT: the process does not notice the time in between. */
        PAUSE_NODE(500, 5_000),
        PAUSE_SIDECAR(500, 5_000),
        /** Drops packets between two hosts; both reach the third. */
        CUT_PAIR(1_000, 6_000),
        /** Drops packets between one host and the others. */
        ISOLATE(1_000, 6_000),
        /** Drops packets from the others to one host; those that it sends arrive. */
        DEAF(1_000, 6_000),
        SLOW_NETWORK(1_000, 6_000),
        /** Fills the small disk of its member; then frees it, and restarts the member. */
        FULL_DISK(1_000, 4_000),
        /** Writes pause for 2.5 s; then packets between the leader and the others are dropped. */
        QUIET_ISOLATE(4_000, 7_000),
        /** Writes pause for 2.5 s; then SIGSTOP of the leader, and later SIGCONT. */
        QUIET_STOP(3_000, 6_000),
        /** Writes pause for 2.5 s; then the leader's packets arrive late. */
        QUIET_SLOW(2_000, 4_000),
        /** Isolates the leader while a member is being added that is never started. */
        PENDING_MEMBER(14_000, 20_000),
        /** Like {@link #PENDING_MEMBER}, but just after the removal of that member was requested. */
        PENDING_REMOVAL(6_000, 10_000);

        private final int leastMillis;
        private final int mostMillis;

        Kind(int leastMillis, int mostMillis) {
            this.leastMillis = leastMillis;
            this.mostMillis = mostMillis;
        }

        /** Returns the kinds that fit into a run of a few seconds. */
        static List<Kind> brief() {
            return Arrays.stream(values())
                    .filter(kind -> !kind.isQuiet() && kind != PENDING_MEMBER && kind != PENDING_REMOVAL)
                    .toList();
        }

        /** Returns whether the leader fails in a store without recent writes. */
        boolean isQuiet() {
            return this == QUIET_ISOLATE || this == QUIET_STOP || this == QUIET_SLOW;
        }
    }

    /** Returns the next fault of a schedule from these kinds, determined by the seed of the random numbers. */
    static Fault next(SplittableRandom random, List<Kind> kinds) {
        Kind kind = kinds.get(random.nextInt(kinds.size()));
        int member = random.nextInt(MEMBERS);
        return new Fault(
                kind,
                random.nextInt(1_500),
                member,
                (member + 1 + random.nextInt(MEMBERS - 1)) % MEMBERS,
                kind.leastMillis + random.nextInt(kind.mostMillis - kind.leastMillis));
    }

    @Override
    public String toString() {
        String who = switch (kind) {
            case KILL_ALL_NODES,
                    ALL_LOGS_TORN,
                    FULL_DISK,
                    QUIET_ISOLATE,
                    QUIET_STOP,
                    QUIET_SLOW,
                    PENDING_MEMBER,
                    PENDING_REMOVAL -> "";
            case CUT_PAIR -> " %d-%d".formatted(member + 1, other + 1);
            default -> " " + (member + 1);
        };
        return "%s%s for %d ms".formatted(kind, who, millis);
    }
}
