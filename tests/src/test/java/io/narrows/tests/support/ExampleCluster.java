package io.narrows.tests.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The examples of one folder, each in use on a separate host. They are used verbatim, names and ports included, with three
 * exceptions: their certificates are created for the test, in a separate folder, the admin port is at the host's address,
 * where the test can reach it, and there is no warm-up, which would take the processors from the databases for seconds.
 */
public final class ExampleCluster implements AutoCloseable {
    private static final String CERTIFICATES = "certificates";
    private static final String HOSTS = "/etc/hosts";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Network network;
    private final Certificates certificates;
    private final Map<String, Member> members = new LinkedHashMap<>();

    private record Member(Example example, Config config, Host host, Sidecar sidecar) {}

    private ExampleCluster(Path directory) throws IOException {
        certificates = new Certificates(directory.resolve(CERTIFICATES));
        network = new Network(directory);
    }

    /** Starts the cluster and waits until all sidecars are ready. */
    public static ExampleCluster start(Path directory, String folder) throws IOException, ConfigException {
        ExampleCluster cluster = new ExampleCluster(directory);
        try {
            cluster.start(directory, Example.of(folder));
            return cluster;
        } catch (IOException | ConfigException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void start(Path directory, List<Example> examples) throws IOException, ConfigException {
        Map<String, Host> hosts = new LinkedHashMap<>();
        for (Example example : examples) {
            certificates.node(example.node());
            hosts.put(example.node(), network.host(example.node()));
        }
        for (Example example : examples) {
            Host host = hosts.get(example.node());
            String yaml = example.text()
                    .replaceAll("(cert|key|ca): (/etc/narrows/)?", "$1: " + directory.resolve(CERTIFICATES) + "/")
                    .replaceFirst("(?m)^link: \\{", "link: {warm-up: 0s, ")
                    .replaceFirst("(?m)^link:\n", "link:\n  warm-up: 0s\n")
                    .replace("admin: {listen: 127.0.0.1:9901}", "admin: {listen: '%s:9901'}".formatted(host.ip()));
            Config config = ConfigLoader.parse(example.name(), yaml, directory);
            resolveNames(example, config, host, hosts);
            members.put(example.node(), new Member(example, config, host, Sidecar.launch(host, yaml)));
        }
        members.values().forEach(member -> member.sidecar().awaitReady());
    }

    /** Sets up the names that the example's comment puts into the hosts file, and those of the machines. */
    private static void resolveNames(Example example, Config config, Host host, Map<String, Host> hosts) {
        if (example.hasBlock(HOSTS)) {
            for (String line : example.block(HOSTS)) {
                String[] addressAndName = line.strip().split("\\s+");
                host.resolve(addressAndName[1], addressAndName[0]);
            }
        }
        String nobody = Network.testAddress(1).getAddress().getHostAddress();
        config.peers().forEach(peer -> {
            Host machine = hosts.get(peer.id().value());
            host.resolve(peer.link().host(), machine == null ? nobody : machine.ip());
        });
    }

    /** Returns the ids of the nodes that have an example. */
    public List<String> ids() {
        return List.copyOf(members.keySet());
    }

    /** Returns the ids of the peers in a node's example. */
    public List<String> peersOf(String id) {
        return member(id).config().peers().stream()
                .map(peer -> peer.id().value())
                .toList();
    }

    public Host host(String id) {
        return member(id).host();
    }

    public Sidecar sidecar(String id) {
        return member(id).sidecar();
    }

    /** Returns the database's own settings from the example's comment. */
    public List<String> settings(String id, String title) {
        return member(id).example().block(title);
    }

    /** Waits until each sidecar has a link to each of the others. */
    public void awaitLinks() {
        for (String id : ids()) {
            List<String> others = peersOf(id).stream().filter(ids()::contains).toList();
            assertThat(others).as("peers of %s", id).hasSize(ids().size() - 1);
            for (String peer : others) {
                await("link of " + id + " to " + peer).atMost(LIMIT).until(() -> readyLinks(id, peer) > 0);
            }
        }
    }

    private double readyLinks(String id, String peer) throws IOException {
        return sidecar(id).metrics().sum("narrows_links", "peer=\"" + peer + "\"", "state=\"ready\"");
    }

    /** Kills the databases, and then ends the sidecars, each of which must succeed. */
    public void end() {
        ids().forEach(id -> host(id).killAllBut(sidecar(id).pid()));
        assertThat(ids()).allSatisfy(id -> {
            sidecar(id).terminate();
            assertThat(sidecar(id).exitCode()).as("exit of %s", id).isZero();
        });
    }

    private Member member(String id) {
        Member member = members.get(id);
        if (member == null) {
            throw new IllegalArgumentException("no example of " + id + ", expected one of " + members.keySet());
        }
        return member;
    }

    @Override
    public void close() {
        network.close();
    }
}
