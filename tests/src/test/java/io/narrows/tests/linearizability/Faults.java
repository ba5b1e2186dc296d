package io.narrows.tests.linearizability;

import io.narrows.tests.linearizability.Partition.Direction;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.StoreMember;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Injects one fault after another into a cluster, and ends each again, on the schedule of a seed. */
public final class Faults {
    private final SplittableRandom random;
    private final List<Fault.Kind> kinds;
    private final StoreCluster cluster;
    private final LeaderFaults ofLeader;
    private final List<Fault> happened = new ArrayList<>();

    /** @param load receives the roles of its clients */
    Faults(SplittableRandom random, List<Fault.Kind> kinds, StoreCluster cluster, Consumer<Roles> load) {
        this.random = random;
        this.kinds = kinds;
        this.cluster = cluster;
        this.ofLeader = new LeaderFaults(cluster, load);
    }

    /** Creates faults for a cluster whose clients keep the same roles. */
    public Faults(SplittableRandom random, List<Fault.Kind> kinds, StoreCluster cluster) {
        this(random, kinds, cluster, roles -> {});
    }

    /**
     * Runs until told to stop; afterwards every process runs and every packet passes. After half of the faults it waits until
     * every member responds again; the others hit a cluster that has not recovered from the previous one. One of the first
     * two faults, and every third from then on, is a quiet phase if there is such a kind.
     *
     * @throws IllegalStateException if a store has ended unexpectedly
     */
    public void run(BooleanSupplier goesOn) throws IOException, InterruptedException {
        List<Fault.Kind> quiet = kinds.stream().filter(Fault.Kind::isQuiet).toList();
        int firstQuiet = random.nextInt(2);
        while (goesOn.getAsBoolean()) {
            boolean isQuiet = !quiet.isEmpty() && happened.size() % 3 == firstQuiet;
            Fault fault = Fault.next(random, isQuiet ? quiet : kinds);
            Thread.sleep(fault.pauseMillis());
            requireNodes();
            happened.add(fault);
            happen(fault);
            if (random.nextBoolean()) {
                cluster.awaitAnswers();
            }
        }
        requireNodes();
    }

    public List<Fault> happened() {
        return List.copyOf(happened);
    }

    private void requireNodes() {
        try {
            cluster.requireAlive();
        } catch (IllegalStateException e) {
            throw new IllegalStateException("after " + happened + " " + e.getMessage(), e);
        }
    }

    private void happen(Fault fault) throws IOException, InterruptedException {
        StoreMember member = cluster.members().get(fault.member());
        StoreMember other = cluster.members().get(fault.other());
        switch (fault.kind()) {
            case KILL_NODE -> {
                member.node().kill();
                Thread.sleep(fault.millis());
                member.startNode();
            }
            case KILL_SIDECAR -> {
                member.sidecar().kill();
                Thread.sleep(fault.millis());
                member.sidecar().start();
            }
            case KILL_HOST -> {
                member.sidecar().kill();
                member.node().kill();
                Thread.sleep(fault.millis());
                member.startNode();
                member.sidecar().start();
            }
            case KILL_ALL_NODES -> {
                cluster.members().forEach(each -> each.node().kill());
                Thread.sleep(fault.millis());
                cluster.members().forEach(StoreMember::startNode);
            }
            case TORN_LOG -> tear(List.of(member), fault.millis());
            case ALL_LOGS_TORN -> tear(cluster.members(), fault.millis());
            case PAUSE_NODE -> {
                member.node().signal("STOP");
                Thread.sleep(fault.millis());
                member.node().signal("CONT");
            }
            case PAUSE_SIDECAR -> {
                member.sidecar().signal("STOP");
                Thread.sleep(fault.millis());
                member.sidecar().signal("CONT");
            }
            case CUT_PAIR -> partition(fault, List.of(other.host()), Direction.IN, Direction.OUT);
            case ISOLATE -> partition(fault, others(member), Direction.IN, Direction.OUT);
            case DEAF -> partition(fault, others(member), Direction.IN);
            case SLOW_NETWORK -> {
                SlowNetwork slow = new SlowNetwork(member.host());
                Thread.sleep(fault.millis());
                slow.close();
            }
            case FULL_DISK -> {
                cluster.smallDisk().fill();
                Thread.sleep(fault.millis());
                cluster.smallDisk().free();
                cluster.onSmallDisk().restartNode();
            }
            case QUIET_ISOLATE -> ofLeader.quiet(ofLeader::isolate, fault.millis());
            case QUIET_STOP -> ofLeader.quiet(ofLeader::stop, fault.millis());
            case QUIET_SLOW -> ofLeader.quiet(ofLeader::slow, fault.millis());
            case PENDING_MEMBER -> ofLeader.pendingMember(false, ofLeader::isolate, fault.millis());
            case PENDING_REMOVAL -> ofLeader.pendingMember(true, ofLeader::isolate, fault.millis());
        }
    }

    private void tear(List<StoreMember> members, int millis) throws IOException, InterruptedException {
        members.forEach(each -> each.node().kill());
        Thread.sleep(millis);
        for (StoreMember each : members) {
            TornLog.tear(each.data(), random.split());
        }
        members.forEach(StoreMember::startNode);
    }

    private void partition(Fault fault, List<Host> others, Direction... directions) throws InterruptedException {
        Host host = cluster.members().get(fault.member()).host();
        Partition partition = new Partition(host, others, List.of(directions));
        Thread.sleep(fault.millis());
        partition.close();
    }

    private List<Host> others(StoreMember member) {
        return cluster.members().stream()
                .filter(each -> each != member)
                .map(StoreMember::host)
                .toList();
    }
}
