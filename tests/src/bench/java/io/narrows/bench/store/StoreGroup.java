package io.narrows.bench.store;

import io.narrows.bench.tunnel.ProcessTree;
import io.narrows.config.HostPort;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * Three members, two in zones of one region and one in another, which reach each other through sidecars only. Needs the JVM that
 * {@code src/test/jvm/bin/java} starts.
 */
public final class StoreGroup implements AutoCloseable {
    static final List<Site> SITES = List.of(
            new Site("store-1", "us-east-1", "us-east-1a"),
            new Site("store-2", "us-east-1", "us-east-1b"),
            new Site("store-3", "eu-west-1", "eu-west-1a"));
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Pattern TERM = Pattern.compile("\"raftTerm\":(\\d+)");
    private static final Pattern LEADER = Pattern.compile("\"leader\":[1-9]");

    private final Program program;
    private final Network network;
    private final List<Host> hosts;
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<Server> stores = new ArrayList<>();

    private StoreGroup(Program program, Path directory) {
        this.program = program;
        this.network = new Network(directory);
        this.hosts = SITES.stream().map(site -> network.host(site.id())).toList();
    }

    /**
     * Starts all sidecars and members, and returns when these have a leader.
     *
     * @param rules of the sidecars' policy, as maps of YAML
     */
    public static StoreGroup start(Program program, Path directory, List<String> rules) throws IOException {
        StoreGroup group = new StoreGroup(program, directory);
        try {
            for (int node = 0; node < SITES.size(); node++) {
                group.sidecars.add(Sidecar.start(group.hosts.get(node), group.config(node, rules)));
            }
            for (int node = 0; node < SITES.size(); node++) {
                group.startNext();
            }
            group.awaitLeader();
            return group;
        } catch (IOException | RuntimeException e) {
            group.close();
            throw e;
        }
    }

    private SidecarConfig config(int node, List<String> rules) {
        Host host = hosts.get(node);
        SidecarConfig config = new SidecarConfig(SITES.get(node), host)
                .target("raft", "127.0.0.1:" + Program.PEER_PORT)
                .warmUp()
                .policy(rules.toArray(String[]::new));
        for (int peer = 0; peer < SITES.size(); peer++) {
            String alias = peer == node ? "127.0.0.1" : "127.0.1." + (peer + 1);
            host.resolve(SITES.get(peer).id(), alias);
            if (peer != node) {
                config.peer(SITES.get(peer), hosts.get(peer).ip() + ":" + SidecarConfig.LINK_PORT);
                config.capture(alias + ":" + Program.PEER_PORT, SITES.get(peer).id(), "raft");
            }
        }
        program.configure(config, host);
        return config;
    }

    /** Starts the first member that has not been started; returns at once. */
    private void startNext() {
        Host host = hosts.get(stores.size());
        List<String> names = hosts.stream().map(Host::name).toList();
        stores.add(host.start("store", program.command(host, names)));
    }

    /** Returns when every member knows a leader. */
    private void awaitLeader() {
        for (int node = 0; node < stores.size(); node++) {
            int asked = node;
            Awaitility.await("a leader at " + SITES.get(node).id())
                    .atMost(LIMIT)
                    .failFast(this::check)
                    .until(() -> LEADER.matcher(status(asked)).find());
        }
    }

    /** @throws IllegalStateException when a member has ended; the message has the last of its log */
    void check() {
        for (int node = 0; node < stores.size(); node++) {
            if (!stores.get(node).isAlive()) {
                String log = stores.get(node).log();
                throw new IllegalStateException("the store of "
                        + SITES.get(node).id() + " has ended:\n" + log.substring(Math.max(0, log.length() - 2_000)));
            }
        }
    }

    /** Where clients reach the members. */
    List<HostPort> endpoints() {
        return hosts.stream()
                .map(host -> new HostPort(host.ip(), Program.CLIENT_PORT))
                .toList();
    }

    private long number(Pattern field, int node) {
        return field.matcher(status(node))
                .results()
                .mapToLong(number -> Long.parseLong(number.group(1)))
                .findFirst()
                .orElse(0);
    }

    private String status(int node) {
        String endpoint = hosts.get(node).ip() + ":" + Program.CLIENT_PORT;
        try {
            return Command.run(
                    "etcdctl",
                    "--dial-timeout=2s",
                    "--command-timeout=2s",
                    "--endpoints=" + endpoint,
                    "endpoint",
                    "status",
                    "--write-out=json");
        } catch (IllegalStateException e) {
            return ""; // it does not answer yet
        }
    }

    /** What everything has taken until now. */
    Taken taken() throws IOException {
        double app = 0;
        double wire = 0;
        for (Sidecar sidecar : sidecars) {
            Metrics metrics = sidecar.metrics();
            app += metrics.sum("narrows_app_bytes_total", "direction=\"sent\"");
            wire += metrics.sum("narrows_wire_bytes_total", "direction=\"sent\"");
        }
        return new Taken(
                app,
                wire,
                sidecars.stream().mapToDouble(sidecar -> cpu(sidecar.pid())).sum(),
                stores.stream().mapToDouble(store -> cpu(store.pid())).sum(),
                hosts.stream().mapToLong(host -> size(Program.data(host))).sum(),
                number(TERM, 0));
    }

    private static double cpu(long pid) {
        return ProcessTree.cpuSeconds(ProcessHandle.of(pid).orElseThrow());
    }

    private static long size(Path data) {
        try (Stream<Path> files = Files.walk(data)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(StoreGroup::sizeOf)
                    .sum();
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0; // removed meanwhile
        }
    }

    @Override
    public void close() {
        network.close();
    }
}
