package io.narrows.tests.kafka;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.ReplicationTraffic;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Three Kafka nodes in three zones, each on a separate host next to its sidecar. Brokers and controllers reach each other through
 * sidecars only, as {@code narrows generate} lays it out; clients, on another host, reach each broker directly.
 */
public final class KafkaCluster implements AutoCloseable {
    private static final List<Site> SITES = List.of(
            new Site("kafka-1", "us-east-1", "use1-az1"),
            new Site("kafka-2", "us-east-1", "use1-az2"),
            new Site("kafka-3", "us-east-1", "use1-az4"));
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final Network network;
    private final List<Host> hosts = new ArrayList<>();
    private final List<KafkaBroker> brokers = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final Host client;

    private KafkaCluster(Network network) {
        this.network = network;
        SITES.forEach(site -> hosts.add(network.host(site.id())));
        this.client = network.host("client");
    }

    /**
     * Starts sidecars and brokers, and waits until all brokers are ready.
     *
     * @param directory for files, logs and data
     * @param rules of the sidecars' policy, as maps of YAML
     */
    public static KafkaCluster start(Path directory, KafkaRelease release, String... rules) throws IOException {
        Network network = new Network(directory);
        try {
            KafkaCluster cluster = new KafkaCluster(network);
            cluster.start(release, rules);
            return cluster;
        } catch (IOException | RuntimeException e) {
            network.close();
            throw e;
        }
    }

    private void start(KafkaRelease release, String... rules) throws IOException {
        for (int node = 0; node < SITES.size(); node++) {
            resolveNodes(hosts.get(node));
            brokers.add(new KafkaBroker(hosts.get(node), node + 1, release));
        }
        for (int node = 0; node < SITES.size(); node++) {
            sidecars.add(Sidecar.start(hosts.get(node), config(node, rules)));
        }
        for (KafkaBroker broker : brokers) {
            broker.start();
        }
        Awaitility.await("Kafka brokers")
                .atMost(LIMIT)
                .until(() -> brokers.stream().allMatch(KafkaBroker::isStarted));
    }

    private static void resolveNodes(Host host) {
        for (int node = 0; node < SITES.size(); node++) {
            host.resolve(SITES.get(node).id(), addressOf(node));
        }
    }

    /** Returns the address of a node on every host: the node's own on its host, its sidecar's listeners elsewhere. */
    private static String addressOf(int node) {
        return "127.0.1." + (node + 1);
    }

    private SidecarConfig config(int node, String... rules) {
        SidecarConfig config = new SidecarConfig(SITES.get(node), hosts.get(node))
                .target("brokers", addressOf(node) + ":" + KafkaBroker.BROKER_PORT)
                .target("controllers", addressOf(node) + ":" + KafkaBroker.CONTROLLER_PORT)
                .policy(rules);
        for (int peer = 0; peer < SITES.size(); peer++) {
            if (peer != node) {
                String id = SITES.get(peer).id();
                config.peer(SITES.get(peer), hosts.get(peer).ip() + ":" + SidecarConfig.LINK_PORT);
                config.capture(addressOf(peer) + ":" + KafkaBroker.BROKER_PORT, id, "brokers", "replication");
                config.capture(addressOf(peer) + ":" + KafkaBroker.CONTROLLER_PORT, id, "controllers", "quorum");
            }
        }
        return config;
    }

    /**
     * Writes lines to topics, and waits until every replica has them.
     *
     * @param release whose Java client is used
     * @param topics to be written one after another
     */
    public void produce(KafkaClient library, KafkaRelease release, List<Lines> lines, List<Topic> topics)
            throws IOException {
        for (List<String> command : library.commands(release, clientAddresses(), lines, topics)) {
            client.run(command.toArray(String[]::new));
        }
    }

    private String clientAddresses() {
        return brokers.stream().map(KafkaBroker::clientAddress).collect(Collectors.joining(","));
    }

    /** Returns the bytes that all sidecars have sent so far. */
    public ReplicationTraffic traffic() throws IOException {
        return ReplicationTraffic.of(sidecars);
    }

    /** Returns the bytes of a topic's batches, without their headers, that leaders have sent to followers. */
    public long packedBytes(Topic topic) throws IOException {
        return (brokers.size() - 1) * brokers.get(0).log(topic.name()).packedBytes();
    }

    public List<KafkaBroker> brokers() {
        return List.copyOf(brokers);
    }

    public List<Sidecar> sidecars() {
        return List.copyOf(sidecars);
    }

    /** Ends all processes. */
    @Override
    public void close() {
        network.close();
    }
}
