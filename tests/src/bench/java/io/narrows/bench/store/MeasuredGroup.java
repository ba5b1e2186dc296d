package io.narrows.bench.store;

import io.narrows.bench.tunnel.ProcessTree;
import io.narrows.config.HostPort;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.StoreGroup;
import io.narrows.tests.support.StoreMember;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** A group of stores with resource measurements. */
public final class MeasuredGroup implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern TERM = Pattern.compile("\"raftTerm\":(\\d+)");
    private static final Pattern REVISION = Pattern.compile("\"revision\":(\\d+)");
    private static final Pattern LEADER = Pattern.compile("\"leader\":[1-9]");

    private final StoreGroup group;

    MeasuredGroup(StoreGroup group) {
        this.group = group;
    }

    /**
     * Starts all sidecars and members, and waits until the members have a leader.
     *
     * @param rules of the sidecars' policy, as maps of YAML
     */
    public static MeasuredGroup start(StoreProgram program, Path directory, List<String> rules) throws IOException {
        StoreGroup group = new StoreGroup(program, directory);
        try {
            group.startSidecars((site, config) -> config.warmUp().policy(rules.toArray(String[]::new)));
            group.members().forEach(StoreMember::startNode);
            MeasuredGroup measured = new MeasuredGroup(group);
            measured.awaitLeader();
            return measured;
        } catch (IOException | RuntimeException e) {
            group.close();
            throw e;
        }
    }

    /** Waits until all started members know a leader. */
    void awaitLeader() {
        group.members().stream().filter(member -> member.node() != null).forEach(this::awaitLeader);
    }

    private void awaitLeader(StoreMember member) {
        Awaitility.await("a leader at " + member.host().name())
                .atMost(LIMIT)
                .failFast(this::requireAlive)
                .until(() -> LEADER.matcher(status(member)).find());
    }

    /** Returns the revision that a member knows; 0 if it does not respond. */
    long revision(int node) {
        return number(REVISION, group.members().get(node));
    }

    /** @throws IllegalStateException if a member has ended; the message has the end of its log */
    void requireAlive() {
        group.requireAlive();
    }

    /** Creates a host for clients, which ends with the group. */
    Host client(String name) {
        return group.client(name);
    }

    List<StoreMember> members() {
        return group.members();
    }

    /** Kills all members at once, and waits until they have ended. */
    void killAll() {
        group.members().forEach(member -> member.node().signal("KILL"));
        group.members().forEach(member -> member.node().exitCode());
    }

    /** Starts all members, with their data; returns immediately. */
    void startAll() {
        group.members().forEach(StoreMember::startNode);
    }

    /** Returns the resident memory of the member with the most, in bytes. */
    long residentBytes() throws IOException {
        long most = 0;
        for (StoreMember member : group.members()) {
            ProcessHandle node = ProcessHandle.of(member.node().pid()).orElseThrow();
            most = Math.max(most, ProcessTree.resident(node).bytes());
        }
        return most;
    }

    /** Adds a member to the group, without starting it. */
    void addMember(StoreMember added) {
        String name = added.host().name();
        Command.run(
                "etcdctl",
                "--command-timeout=30s",
                "--endpoints=" + endpoint(group.members().get(0)),
                "member",
                "add",
                name,
                "--peer-urls=http://%s:%d".formatted(name, StoreProgram.PEER_PORT));
    }

    /** Compacts all revisions before the one that the first member knows; returns before their space is free. */
    void compact() {
        Command.run(
                "etcdctl",
                "--command-timeout=30s",
                "--endpoints=" + endpoint(group.members().get(0)),
                "compact",
                Long.toString(revision(0)));
    }

    /** Returns the members' client addresses. */
    List<HostPort> endpoints() {
        return group.members().stream().map(MeasuredGroup::endpoint).toList();
    }

    private static HostPort endpoint(StoreMember member) {
        InetSocketAddress address = member.clientAddress();
        return new HostPort(address.getAddress().getHostAddress(), address.getPort());
    }

    private static long number(Pattern field, StoreMember member) {
        return field.matcher(status(member))
                .results()
                .mapToLong(number -> Long.parseLong(number.group(1)))
                .findFirst()
                .orElse(0);
    }

    private static String status(StoreMember member) {
        try {
            return Command.run(
                    "etcdctl",
                    "--dial-timeout=2s",
                    "--command-timeout=2s",
                    "--endpoints=" + endpoint(member),
                    "endpoint",
                    "status",
                    "--write-out=json");
        } catch (IllegalStateException e) {
            return ""; // it does not respond yet
        }
    }

    /** Returns the resources used so far. */
    Taken taken() throws IOException {
        double app = 0;
        double wire = 0;
        double sidecarCpu = 0;
        double storeCpu = 0;
        long disk = 0;
        for (StoreMember member : group.members()) {
            if (member.sidecar() == null) {
                continue; // not added yet
            }
            Metrics metrics = member.sidecar().metrics();
            app += metrics.sum("narrows_app_bytes_total", "direction=\"sent\"");
            wire += metrics.sum("narrows_wire_bytes_total", "direction=\"sent\"");
            sidecarCpu += cpu(member.sidecar().pid());
            storeCpu += member.node() == null ? 0 : cpu(member.node().pid());
            disk += FileSizes.below(member.data(), "");
        }
        return new Taken(
                app,
                wire,
                sidecarCpu,
                storeCpu,
                disk,
                number(TERM, group.members().get(0)));
    }

    private static double cpu(long pid) {
        return ProcessTree.cpuSeconds(ProcessHandle.of(pid).orElseThrow());
    }

    @Override
    public void close() {
        group.close();
    }
}
