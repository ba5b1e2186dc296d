package io.narrows.tests.linearizability;

import io.narrows.tests.linearizability.Partition.Direction;
import io.narrows.tests.support.StoreMember;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Faults of the leader, which clients keep asking while the others elect a new one and write. This exposes stale responses of
 * the old leader.
 */
final class LeaderFaults {
    /** Pause of writes before the leader fails. */
    private static final Duration QUIET = Duration.ofMillis(2_500);

    /** Time that clients keep reading from the old leader after it recovers. */
    private static final Duration AFTERMATH = Duration.ofMillis(1_500);

    /** Time that all clients use the leader before the addition, so that it is the one that renews their leases. */
    private static final Duration GATHERING = Duration.ofMillis(2_000);

    private static final Duration ADDITION = Duration.ofMillis(1_000);
    private static final Duration LEADER_LIMIT = Duration.ofSeconds(10);

    /** A fault in progress. */
    @FunctionalInterface
    interface Trouble {
        void end();
    }

    /** Starts a fault of a member. */
    @FunctionalInterface
    interface Beginning {
        Trouble of(StoreMember member);
    }

    private final StoreCluster cluster;
    private final Consumer<Roles> load;
    private final Leadership leadership;

    /** @param load receives the roles of its clients */
    LeaderFaults(StoreCluster cluster, Consumer<Roles> load) {
        this.cluster = cluster;
        this.load = load;
        this.leadership = new Leadership(cluster.clients());
    }

    /** Stops writes for a while; then the leader fails. */
    void quiet(Beginning beginning, int millis) throws InterruptedException {
        load.accept(Roles.quiet(cluster.clients()));
        Thread.sleep(QUIET.toMillis());
        OptionalInt leader = leader();
        if (leader.isPresent()) {
            fail(leader.getAsInt(), beginning, millis);
        }
        load.accept(Roles.free(cluster.clients()));
    }

    /**
     * Isolates the leader while a member is being added that is never started.
     *
     * @param removed whether its removal has been requested as well
     */
    void pendingMember(boolean removed, Beginning beginning, int millis) throws InterruptedException {
        OptionalInt leader = leader();
        if (leader.isPresent()) {
            StoreClient client = cluster.clients().get(leader.getAsInt());
            load.accept(Roles.gathered(client));
            Thread.sleep(GATHERING.toMillis());
            PendingMember pending = new PendingMember(cluster.clients());
            pending.add(client);
            load.accept(Roles.quiet(List.of(client)));
            Thread.sleep(ADDITION.toMillis());
            if (removed) {
                pending.askToRemove(client);
            }
            fail(leader.getAsInt(), beginning, millis);
            pending.remove();
        }
        load.accept(Roles.free(cluster.clients()));
    }

    private OptionalInt leader() throws InterruptedException {
        return leadership.await(leadership.everybody(), LEADER_LIMIT);
    }

    private void fail(int leader, Beginning beginning, int millis) throws InterruptedException {
        StoreClient old = cluster.clients().get(leader);
        List<StoreClient> others =
                leadership.others(leader).stream().map(cluster.clients()::get).toList();
        long begin = System.nanoTime();
        Trouble trouble = beginning.of(cluster.members().get(leader));
        load.accept(Roles.divided(old, others, false));
        leadership.await(leadership.others(leader), Duration.ofMillis(millis));
        load.accept(Roles.divided(old, others, true));
        long left = millis - Duration.ofNanos(System.nanoTime() - begin).toMillis();
        Thread.sleep(Math.max(0, left));
        trouble.end();
        Thread.sleep(AFTERMATH.toMillis());
    }

    /** Drops packets between the leader and the others. */
    Trouble isolate(StoreMember member) {
        Partition partition = new Partition(
                member.host(),
                cluster.members().stream()
                        .filter(each -> each != member)
                        .map(StoreMember::host)
                        .toList(),
                List.of(Direction.IN, Direction.OUT));
        return partition::close;
    }

    Trouble stop(StoreMember member) {
        member.node().signal("STOP");
        return () -> member.node().signal("CONT");
    }

    Trouble slow(StoreMember member) {
        SlowNetwork slow = new SlowNetwork(member.host());
        return slow::close;
    }
}
