package io.narrows.tests.linearizability;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One thing that goes wrong.
 *
 * @param pauseMillis how long nothing happens before it
 * @param member whom it happens to, 0 to 2
 * @param other another one, where it takes two
 * @param millis how long it lasts
 */
public record Fault(Kind kind, int pauseMillis, int member, int other, int millis) {
    private static final int MEMBERS = 3;

    /** What goes wrong. */
    public enum Kind {
        /** SIGKILL, and later a new start with what is on disk. */
        KILL_NODE(0, 2_000),
        KILL_SIDECAR(0, 1_500),
        /** Node and sidecar of one host. */
        KILL_HOST(0, 2_000),
        /** The nodes of all hosts at once. */
        KILL_ALL_NODES(0, 500),
        /** SIGKILL, and a new start with a log that ends in a torn record. */
        TORN_LOG(0, 1_000),
        /** As {@link #TORN_LOG}, of all hosts at once. */
        ALL_LOGS_TORN(0, 500),
        /** SIGSTOP, and later SIGCONT: it does not know that time went by. */
        PAUSE_NODE(500, 5_000),
        PAUSE_SIDECAR(500, 5_000),
        /** No packet passes between two hosts; both reach the third. */
        CUT_PAIR(1_000, 6_000),
        /** No packet passes between one host and the others. */
        ISOLATE(1_000, 6_000),
        /** What the others send to one host vanishes; what it sends arrives. */
        DEAF(1_000, 6_000),
        SLOW_NETWORK(1_000, 6_000),
        /** Of the member that has a small disk; then it is free again, and the member started anew. */
        FULL_DISK(1_000, 4_000),
        /** Nothing is written for 2.5 s; then no packet passes between the leader and the others. */
        QUIET_ISOLATE(4_000, 7_000),
        /** Nothing is written for 2.5 s; then SIGSTOP of the leader, and later SIGCONT. */
        QUIET_STOP(3_000, 6_000),
        /** Nothing is written for 2.5 s; then what the leader sends arrives late. */
        QUIET_SLOW(2_000, 4_000),
        /** The leader is cut off while a member is being added that is never started. */
        PENDING_MEMBER(14_000, 20_000),
        /** As {@link #PENDING_MEMBER}, just after the removal of that member was asked for. */
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

        /** Returns whether the leader fails in a store that nothing was written to for a while. */
        boolean isQuiet() {
            return this == QUIET_ISOLATE || this == QUIET_STOP || this == QUIET_SLOW;
        }
    }

    /** The next one of a schedule, of these kinds, which follows from the seed of the random numbers. */
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
