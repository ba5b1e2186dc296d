package io.narrows.cli.node;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.config.HostPort;
import io.narrows.lab.load.Demand;
import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.EtcdProbe;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Population;
import io.narrows.lab.load.Tls;
import io.narrows.lab.process.FreePorts;
import io.narrows.node.Node;
import io.narrows.node.NodeOptions;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.proxy.Sidecar;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.TimeUnit;

/**
 * The training run for the class archive of the store, started by the launcher: three members in this process that replicate
 * for several seconds under the load of a cluster, next to a sidecar that warms up. Only the JVM's recording is kept.
 */
public final class StoreTraining {
    private static final int MEMBERS = 3;
    private static final Duration LOAD = Duration.ofSeconds(10);
    private static final Duration ELECTION_TIMEOUT = Duration.ofSeconds(2);
    private static final long SNAPSHOT_EVERY = 1_000;
    private static final long QUOTA_BYTES = 1L << 30;
    private static final Duration WATCH_PROGRESS = Duration.ofMinutes(10);
    private static final Duration ELECTED_WITHIN = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 100;
    private static final Population OBJECTS = new Population(50, 10, 6 << 10, 1);
    private static final Demand CLIENTS =
            new Demand(8, 0, Demand.DEFAULT.mix(), Demand.DEFAULT.limit(), Demand.DEFAULT.watches());

    private StoreTraining() {}

    /**
     * Runs the training and exits the process, because a member that failed to start leaves others waiting for it.
     *
     * @param args the configuration of a sidecar, and a folder for the data of the members
     */
    public static void main(String[] args) {
        try {
            train(Path.of(args[0]), Path.of(args[1]));
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
        System.exit(0); // threads of SOFAJRaft and gRPC may still be running
    }

    private static void train(Path file, Path data)
            throws IOException, ConfigException, InterruptedException, ExecutionException {
        Config config = ConfigLoader.load(file);
        List<HostPort> clients = new ArrayList<>();
        try (Sidecar sidecar = Sidecar.start(config, ConfigSource.of(file), "training")) {
            sidecar.warmUp();
            List<Node> members = start(data, clients);
            awaitLeader(clients.get(0));
            load(clients);
            for (Node member : members) {
                member.close();
            }
        }
    }

    /** Starts all members concurrently, since on its first start each waits for the others. */
    private static List<Node> start(Path data, List<HostPort> clients)
            throws IOException, InterruptedException, ExecutionException {
        FreePorts ports = new FreePorts();
        List<HostPort> peers = new ArrayList<>();
        String loopback = InetAddress.getLoopbackAddress().getHostAddress();
        for (int i = 0; i < MEMBERS; i++) {
            peers.add(new HostPort(loopback, ports.next()));
            clients.add(new HostPort(loopback, ports.next()));
        }
        CompletionService<Node> starting = new ExecutorCompletionService<>(task -> new Thread(task).start());
        for (int i = 0; i < MEMBERS; i++) {
            NodeOptions options = options(peers, peers.get(i), clients.get(i), data.resolve("member-" + i));
            starting.submit(() -> Node.start(options));
        }
        List<Node> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            // started members wait for all the others; this reports a failed one
            members.add(starting.take().get());
        }
        return members;
    }

    private static NodeOptions options(List<HostPort> peers, HostPort peer, HostPort client, Path directory) {
        return new NodeOptions(
                "training",
                peer.toString(),
                peer.toString(),
                new InetSocketAddress(peer.host(), peer.port()),
                peers.stream().map(HostPort::toString).toList(),
                false,
                directory,
                List.of(new InetSocketAddress(client.host(), client.port())),
                List.of(),
                Optional.empty(),
                ELECTION_TIMEOUT,
                SNAPSHOT_EVERY,
                QUOTA_BYTES,
                WATCH_PROGRESS,
                false,
                KeyspaceOptions.defaults(),
                Optional.empty(),
                Optional.empty(),
                0);
    }

    private static void awaitLeader(HostPort client) throws IOException, InterruptedException {
        long until = System.nanoTime() + ELECTED_WITHIN.toNanos();
        try (EtcdProbe probe = new EtcdProbe(client, Tls.NONE)) {
            while (!probe.answers()) {
                if (System.nanoTime() - until > 0) {
                    throw new IOException("no leader within " + ELECTED_WITHIN);
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
        }
    }

    private static void load(List<HostPort> clients) throws IOException, InterruptedException {
        try (EtcdLoad load = EtcdLoad.prepare(new LoadSettings(clients, Tls.NONE, LOAD, 0, OBJECTS, CLIENTS))) {
            load.start();
            load.awaitEnd();
        }
    }
}
