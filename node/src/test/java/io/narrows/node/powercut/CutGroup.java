package io.narrows.node.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.command.Command;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.error.EtcdException;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.replica.RaftMember;
import io.narrows.node.replica.Replica;
import io.narrows.node.state.MemberIds;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.Faults;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * A group of three that repeatedly loses power on all members at once, both while clients write and while it starts. Between
 * power cuts it must elect a leader without help, answer at each member, and have every acknowledged write.
 */
final class CutGroup {
    private static final int MEMBERS = 3;
    private static final int[] VALUE_BYTES = {50, 1_000, 8_000};
    private static final int MOST_CLIENTS = 8;
    private static final int MOST_LIFE_MILLIS = 1_500;
    private static final int MOST_OPERATIONS = 1_500;
    /** A group with its short election timeout elects again after each stall of a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final long PAUSE_MILLIS = 20;

    private final Path folder;
    private final Consumer<Faults> disks;
    private final Random random;
    private final List<String> addresses = new ArrayList<>();
    private final Writes writes;
    private final Clients clients;
    private final KeyspaceOptions options;
    /** Log of all events, for the failure message. */
    private final StringBuilder story;

    private List<Path> directories = new ArrayList<>();
    private List<Machine> machines = List.of();
    private int cuts;
    private long slowestMillis;

    /** @param disks configures each new disk */
    CutGroup(long seed, Path folder, Consumer<Faults> disks) {
        this.folder = folder;
        this.disks = disks;
        this.random = new Random(seed);
        this.writes = new Writes(VALUE_BYTES[random.nextInt(VALUE_BYTES.length)]);
        this.clients = new Clients(1 + random.nextInt(MOST_CLIENTS), writes);
        // Most groups lose power while they flush memtables, the others with all writes in memory.
        this.options = random.nextInt(4) > 0 ? Machine.SMALL_MEMTABLES : KeyspaceOptions.defaults();
        this.story = new StringBuilder("group " + seed);
    }

    /** @throws AssertionError if a write is lost or the group does not come back; the message has the seed and the events */
    void run(int wanted) throws IOException, InterruptedException {
        for (int i = 0; i < MEMBERS; i++) {
            addresses.add(freeAddress());
            directories.add(Files.createDirectory(folder.resolve("member" + i)));
        }
        try {
            while (cuts < wanted) {
                live();
                cut();
            }
            startAll();
            requireAllKept();
        } catch (AssertionError | Exception e) {
            throw new AssertionError(story + "\n  " + e.getMessage(), e);
        } finally {
            clients.end();
            discardAll();
        }
    }

    int cuts() {
        return cuts;
    }

    int acknowledged() {
        return writes.acknowledged();
    }

    /** Returns the longest time that a group needed to start and answer at each member. */
    long slowestMillis() {
        return slowestMillis;
    }

    /**
     * Returns a loopback address from which no other process connects, so that it stays free between two starts.
     */
    static String freeAddress() throws IOException {
        byte[] loopback = new byte[4];
        ThreadLocalRandom.current().nextBytes(loopback);
        loopback[0] = 127;
        loopback[3] = 2;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(loopback))) {
            return socket.getInetAddress().getHostAddress() + ":" + socket.getLocalPort();
        }
    }

    /** Starts all members, then cuts the power of at least one: sometimes before they have come back. */
    private void live() throws IOException, EtcdException, InterruptedException {
        startAll();
        if (random.nextInt(4) > 0) {
            requireAllKept();
        }
        clients.begin(machines, random.nextLong());
        Machine first = machines.get(random.nextInt(MEMBERS));
        if (random.nextBoolean()) {
            first.disk().faults().losePowerAt(1 + random.nextInt(1 + random.nextInt(MOST_OPERATIONS)));
        }
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(random.nextInt(MOST_LIFE_MILLIS));
        while (!first.disk().faults().powerLost() && System.nanoTime() < end) {
            Thread.sleep(1);
        }
    }

    private void startAll() throws IOException {
        List<Machine> made = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            ForgetfulFileSystem disk = ForgetfulFileSystem.over(directories.get(i), random.nextLong());
            disks.accept(disk.faults());
            made.add(new Machine(addresses.get(i), addresses, disk, options));
        }
        machines = made;
        machines.forEach(Machine::begin);
    }

    private void cut() throws IOException, InterruptedException {
        machines.forEach(machine -> machine.disk().faults().losePower());
        cuts++;
        clients.end();
        List<Machine> off = machines;
        discardAll();
        List<Path> left = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            Damage damage = random.nextInt(3) == 0 ? Damage.SECTORS : Damage.TAILS;
            Path target = folder.resolve("member" + i + "-cut" + cuts);
            List<String> lost = off.get(i).disk().writeRemains(target, random.nextLong(), damage);
            story.append("\n  cut %d, member %d, after %d operations, %s: %s"
                    .formatted(cuts, i, off.get(i).disk().faults().operations(), damage, lost));
            Directories.delete(directories.get(i));
            left.add(target);
        }
        story.append("\n  %d acknowledged".formatted(writes.acknowledged()));
        directories = left;
    }

    private void discardAll() throws InterruptedException {
        List<Machine> off = machines;
        machines = List.of();
        off.forEach(machine -> machine.disk().faults().losePower());
        off.forEach(Machine::discard);
        for (Machine machine : off) {
            machine.awaitEnd();
        }
    }

    /** Requires that each member has started, answers a linearizable read, and has the same state as the others. */
    private void requireAllKept() throws IOException, EtcdException, InterruptedException {
        long start = System.nanoTime();
        long deadline = start + PATIENCE.toNanos();
        for (Machine machine : machines) {
            awaitRead(machine, deadline);
        }
        slowestMillis = Math.max(slowestMillis, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
        Machine read = machines.get(random.nextInt(MEMBERS));
        long revision = read.keyspace().revision();
        writes.requireKept(read.keyspace());
        for (Machine machine : machines) {
            assertThat(machine.keyspace().hashKv(revision))
                    .as("hash of %s at revision %d", machine.address(), revision)
                    .isEqualTo(read.keyspace().hashKv(revision));
        }
        machines.forEach(this::publish);
    }

    private void awaitRead(Machine machine, long deadline) throws InterruptedException {
        Throwable last = null;
        while (System.nanoTime() < deadline) {
            try {
                RaftMember member = machine.started().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                member.replica().readBarrier().get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                return;
            } catch (ExecutionException e) {
                if (machine.started().isCompletedExceptionally()) {
                    throw new AssertionError(machine.address() + " does not start: " + e.getCause(), e);
                }
                last = e.getCause();
                Thread.sleep(PAUSE_MILLIS);
            } catch (TimeoutException e) {
                last = last == null ? e : last;
            }
        }
        throw new AssertionError(
                machine.address() + " does not answer within " + PATIENCE + ": " + last + "; " + statuses(), last);
    }

    /** Returns each member's view of the group, and its failure if it has one. */
    private String statuses() {
        return machines.stream()
                .map(machine -> machine.replica().map(Replica::status) + ", " + machine.failure())
                .toList()
                .toString();
    }

    /** Tells the group that a member has started, as a node does; from then on the member is refused without its data. */
    private void publish(Machine machine) {
        MemberRecord record = MemberRecord.newBuilder()
                .setId(MemberIds.ofMember("cuts", machine.address()))
                .setPeerAddress(machine.address())
                .setName(machine.address())
                .build();
        machine.replica()
                .ifPresent(replica ->
                        replica.propose(Command.newBuilder().setPublish(record).build()));
    }
}
