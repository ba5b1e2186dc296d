package io.narrows.bench.raft;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Measures a group under a closed-loop load. */
final class Speed {
    private static final long FORCES_MILLIS = 3000;

    private final BenchGroup group;
    private final String core;
    private final int clients;
    private final boolean threads;
    private volatile String leader;

    Speed(BenchGroup group, String core, int clients, boolean threads) {
        this.group = group;
        this.core = core;
        this.clients = clients;
        this.threads = threads;
        this.leader = group.leader();
    }

    static String heading() {
        return "| core | load | ops/s | ops per CPU s | same without relays and JVM's threads | p50 us | p99 us | switches per op"
                + " | relay bytes per op | allocated per op | failed |\n"
                + "|---|---|---|---|---|---|---|---|---|---|---|";
    }

    void puts(boolean toAll, long warmUpMillis, long millis) {
        run(
                toAll ? "puts to all" : "puts to the leader",
                client -> (toAll ? group.member(group.names().get(client % 3)) : atLeader()).propose(Puts.random()),
                warmUpMillis,
                millis);
    }

    /** Forced files, in a run of its own, as the recording costs something. */
    void forces() {
        try (Load load = new Load(clients, client -> atLeader().propose(Puts.random()))) {
            BenchGroup.pause(1000);
            leader = group.leader();
            long first = load.done();
            Map<String, Integer> kinds = Forces.during(FORCES_MILLIS);
            double count = Math.max(1, load.done() - first);
            System.out.printf(
                    "%s, forced files for each put: %.3f; %s in %.0f puts%n",
                    core, kinds.values().stream().mapToInt(i -> i).sum() / count, kinds, count);
        }
    }

    void barriers(boolean atFollower, long millis) {
        String at = atFollower ? group.others(group.leader()).get(0) : group.leader();
        Member member = group.member(at);
        run("barriers at " + (atFollower ? "a follower" : "the leader"), client -> member.readBarrier(), 2000, millis);
    }

    private Member atLeader() {
        return group.member(leader);
    }

    private void run(String name, IntFunction<CompletableFuture<?>> operation, long warmUp, long millis) {
        try (Load load = new Load(clients, operation)) {
            BenchGroup.pause(warmUp);
            leader = group.leader();
            long failed = load.failed();
            long done = load.done();
            long bytes = group.network().bytes();
            load.reset();
            Usage before = Usage.now();
            long begin = System.nanoTime();
            BenchGroup.pause(millis);
            double seconds = (System.nanoTime() - begin) / 1e9;
            long count = Math.max(1, load.done() - done);
            Usage after = Usage.now();
            bytes = group.network().bytes() - bytes;
            double cpu = after.seconds(before);
            double java = after.seconds(before, "") - after.seconds(before, "bench-relays");
            long p50 = load.percentile(50);
            long p99 = load.percentile(99);
            System.out.printf(
                    "| %s | %s, %d clients | %.0f | %.0f | %.0f | %d | %d | %.2f | %d | %d | %d |%n",
                    core,
                    name,
                    clients,
                    count / seconds,
                    count / cpu,
                    count / java,
                    p50,
                    p99,
                    after.switches(before) / (double) count,
                    bytes / count,
                    after.allocated(before) / count,
                    load.failed() - failed);
            if (threads) {
                System.out.printf(
                        "  process %.2f s, Java threads %.2f s, relays %.2f s, of %.2f s%n",
                        cpu, after.seconds(before, ""), after.seconds(before, "bench-relays"), seconds);
                after.most(before, 24).forEach(System.out::println);
            }
        }
    }
}
