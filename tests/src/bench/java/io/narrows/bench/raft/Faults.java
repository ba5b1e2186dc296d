package io.narrows.bench.raft;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Checks what a core promises, while links are held and members are stopped. Each check is bounded in time. */
final class Faults {
    private static final long QUIET_MILLIS = 2000;
    private static final long READING_MILLIS = 3000;
    private static final ByteString REGISTER = ByteString.copyFromUtf8("register");

    private final BenchGroup group;
    private final String core;
    private long version;

    Faults(BenchGroup group, String core) {
        this.group = group;
        this.core = core;
    }

    /** @param whilePaused whether reads are asked for only once the links pass again, as of a process that was stopped */
    void staleReads(int trials, boolean whilePaused) throws Exception {
        settle();
        int bad = 0;
        int stale = 0;
        int right = 0;
        int failed = 0;
        int skipped = 0;
        long latest = 0;
        for (int trial = 0; trial < trials; trial++) {
            String old = group.leader();
            try {
                write(group.member(old), ++version);
                // Nothing is written, but the store is read, to the end: a core may rely on what a read has confirmed.
                for (long end = System.nanoTime() + QUIET_MILLIS * 1_000_000; System.nanoTime() < end; ) {
                    group.member(old).readBarrier().get(10, TimeUnit.SECONDS);
                    BenchGroup.pause(20);
                }
            } catch (ExecutionException | TimeoutException e) {
                skipped++;
                settle();
                continue;
            }
            if (!group.member(old).leads()) {
                skipped++;
                continue;
            }
            group.network().around(old, Relay.Mode.HOLD);
            String next;
            try {
                next = group.leader(group.others(old));
                write(group.member(next), ++version);
            } catch (IllegalStateException | ExecutionException | TimeoutException e) {
                group.network().around(old, Relay.Mode.PASS);
                skipped++;
                continue;
            }
            long acknowledged = System.nanoTime();
            if (whilePaused) {
                group.network().around(old, Relay.Mode.PASS);
            }
            List<CompletableFuture<long[]>> reads = new ArrayList<>();
            while (System.nanoTime() - acknowledged < READING_MILLIS * 1_000_000) {
                reads.add(read(old, acknowledged));
                BenchGroup.pause(5);
            }
            group.network().around(old, Relay.Mode.PASS);
            int staleHere = 0;
            for (CompletableFuture<long[]> read : reads) {
                try {
                    long[] seen = read.get(15, TimeUnit.SECONDS);
                    if (seen[0] < version) {
                        staleHere++;
                        latest = Math.max(latest, seen[1]);
                    } else {
                        right++;
                    }
                } catch (ExecutionException | TimeoutException e) {
                    failed++;
                }
            }
            stale += staleHere;
            bad += staleHere > 0 ? 1 : 0;
            settle();
        }
        System.out.printf(
                "%s, %s: %d of %d trials with stale reads (%d skipped); %d stale, %d right, %d refused or without answer; asked up to %d ms"
                        + " after the newer value was acknowledged%n",
                core,
                whilePaused ? "held and released" : "cut off",
                bad,
                trials,
                skipped,
                stale,
                right,
                failed,
                latest / 1_000_000);
    }

    /** Members that are started with a torn entry at the end of their logs. */
    void tornLogs(int trials) throws Exception {
        Random random = new Random(29);
        int torn = 0;
        int refused = 0;
        for (int trial = 0; trial < trials; trial++) {
            String member = group.names().get(trial % 3);
            boolean done = group.tear(member, random);
            torn += done ? 1 : 0;
            try {
                group.start(member, false);
            } catch (RuntimeException e) {
                refused++;
                group.wipe(member, true);
            }
            settle();
        }
        System.out.printf("%s, torn logs: %d of %d starts refused (%d torn)%n", core, refused, trials, torn);
    }

    /** A leader that is cut off while a member is being added that is not started: how long it takes itself for the leader. */
    void pendingAddition() throws Exception {
        settle();
        if (!group.addAbsent()) {
            System.out.println(core + ", cut off during an addition: not tried");
            return;
        }
        BenchGroup.pause(3000);
        String old = group.leader();
        write(group.member(old), ++version);
        group.network().around(old, Relay.Mode.HOLD);
        long begin = System.nanoTime();
        long led = 0;
        int stale = 0;
        int right = 0;
        try {
            String next = group.leader(group.others(old));
            write(group.member(next), ++version);
            long acknowledged = System.nanoTime();
            List<CompletableFuture<long[]>> reads = new ArrayList<>();
            while (System.nanoTime() - acknowledged < 4 * READING_MILLIS * 1_000_000) {
                if (group.member(old).leads()) {
                    led = System.nanoTime() - begin;
                }
                reads.add(read(old, acknowledged));
                BenchGroup.pause(20);
            }
            group.network().around(old, Relay.Mode.PASS);
            for (CompletableFuture<long[]> read : reads) {
                try {
                    if (read.get(15, TimeUnit.SECONDS)[0] < version) {
                        stale++;
                    } else {
                        right++;
                    }
                } catch (ExecutionException | TimeoutException e) {
                    continue;
                }
            }
            System.out.printf(
                    "%s, cut off during an addition: %d stale reads, %d right; leads in its own eyes for %d ms of %d%n",
                    core, stale, right, led / 1_000_000, 4 * READING_MILLIS);
        } catch (IllegalStateException | ExecutionException | TimeoutException e) {
            System.out.println(core + ", cut off during an addition: " + e);
        } finally {
            group.network().around(old, Relay.Mode.PASS);
        }
    }

    /** The value that is read, and how long after the newer one it was asked for, in nanoseconds. */
    private CompletableFuture<long[]> read(String at, long acknowledged) {
        long asked = System.nanoTime() - acknowledged;
        CompletableFuture<Void> barrier;
        try {
            barrier = group.member(at).readBarrier();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return barrier.thenApply(passed -> {
            try {
                Optional<KeyValue> value = group.keyspace(at).get(REGISTER, 0);
                return new long[] {Long.parseLong(value.orElseThrow().getValue().toStringUtf8()), asked};
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void write(Member member, long value) throws InterruptedException, ExecutionException, TimeoutException {
        member.propose(Puts.put(REGISTER, ByteString.copyFromUtf8(Long.toString(value))))
                .get(10, TimeUnit.SECONDS);
    }

    /** Leader cuts under load; then what was acknowledged has to be everywhere, also after a restart and after a loss of all data. */
    void leaderCuts(int cuts) throws Exception {
        Map<Long, Long> acknowledged = new ConcurrentHashMap<>();
        AtomicLong numbers = new AtomicLong();
        long longest = 0;
        long begin = System.nanoTime();
        AtomicLong lastDone = new AtomicLong(begin);
        AtomicLong longestGap = new AtomicLong();
        try (Load load = new Load(16, client -> {
            long number = numbers.incrementAndGet();
            return group.member(group.names().get(client % 3))
                    .propose(Puts.put(Puts.key("cuts", number), ByteString.copyFromUtf8("value " + number)))
                    .thenAccept(outcome -> {
                        acknowledged.put(number, number);
                        long now = System.nanoTime();
                        long gap = now - lastDone.getAndSet(now);
                        longestGap.accumulateAndGet(gap, Math::max);
                    });
        })) {
            BenchGroup.pause(2000);
            for (int cut = 0; cut < cuts; cut++) {
                String old = group.leader();
                Relay.Mode mode = cut % 2 == 0 ? Relay.Mode.HOLD : Relay.Mode.CUT;
                long at = System.nanoTime();
                group.network().around(old, mode);
                String next = group.leader(group.others(old));
                longest = Math.max(longest, System.nanoTime() - at);
                BenchGroup.pause(700);
                group.network().around(old, Relay.Mode.PASS);
                BenchGroup.pause(800);
                if (next.equals(old)) {
                    throw new IllegalStateException("the leader that was cut off was elected");
                }
            }
            System.out.printf(
                    "%s, %d leader cuts under load: %d acknowledged, %d failed, longest election %d ms, longest without any"
                            + " acknowledgement %d ms%n",
                    core, cuts, load.done(), load.failed(), longest / 1_000_000, longestGap.get() / 1_000_000);
        }
        settle();
        check("after the cuts", acknowledged);

        String restarted = group.others(group.leader()).get(0);
        long at = System.nanoTime();
        group.stop(restarted);
        more(acknowledged, numbers);
        group.start(restarted, false);
        settle();
        System.out.printf("%s, a follower restarted from its directory: equal after %d ms%n", core, millisSince(at));
        check("after the restart", acknowledged);

        String leads = group.leader();
        at = System.nanoTime();
        group.stop(leads);
        more(acknowledged, numbers);
        group.start(leads, false);
        settle();
        System.out.printf("%s, the leader restarted from its directory: equal after %d ms%n", core, millisSince(at));
        check("after the leader's restart", acknowledged);

        String wiped = group.others(group.leader()).get(0);
        at = System.nanoTime();
        group.wipe(wiped, false);
        settle();
        System.out.printf(
                "%s, a follower wiped and brought back: equal after %d ms, %d snapshots installed%n",
                core, millisSince(at), group.installed(wiped));
        check("after the wipe", acknowledged);
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    private void more(Map<Long, Long> acknowledged, AtomicLong numbers) {
        Load load = new Load(16, client -> {
            long number = numbers.incrementAndGet();
            String leader = group.knownLeader(group.names()).orElseThrow();
            return group.member(leader)
                    .propose(Puts.put(Puts.key("cuts", number), ByteString.copyFromUtf8("value " + number)))
                    .thenAccept(outcome -> acknowledged.put(number, number));
        });
        BenchGroup.pause(2000);
        load.close();
    }

    private void check(String when, Map<Long, Long> acknowledged) throws Exception {
        for (String name : group.names()) {
            int missing = 0;
            for (Long number : acknowledged.keySet()) {
                Optional<KeyValue> value = group.keyspace(name).get(Puts.key("cuts", number), 0);
                if (value.isEmpty() || !value.get().getValue().toStringUtf8().equals("value " + number)) {
                    missing++;
                }
            }
            System.out.printf(
                    "%s, %s: %s misses %d of %d acknowledged writes%n", core, when, name, missing, acknowledged.size());
        }
    }

    /** Waits until all members have applied the same, 60 s at the most. */
    private void settle() {
        for (long end = System.nanoTime() + 60_000_000_000L; System.nanoTime() < end; BenchGroup.pause(50)) {
            try {
                write(group.member(group.leader()), version);
                long applied = group.member(group.leader()).applied();
                for (int i = 0; i < 200; i++) {
                    if (group.names().stream()
                            .allMatch(name -> group.member(name).applied() >= applied)) {
                        return;
                    }
                    BenchGroup.pause(10);
                }
            } catch (InterruptedException | ExecutionException | TimeoutException | RuntimeException e) {
                continue;
            }
        }
        System.out.println(core + ": members are not equal after 60 s, applied "
                + group.names().stream()
                        .map(name -> group.member(name).applied())
                        .toList());
    }
}
