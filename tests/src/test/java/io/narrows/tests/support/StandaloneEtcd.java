package io.narrows.tests.support;

import io.narrows.lab.process.FreePorts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.awaitility.Awaitility;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A cluster of one etcd on the test's own host, and {@code etcdctl} for it. */
public final class StandaloneEtcd implements AutoCloseable {
    private static final String NAME = "alone";
    /** The peer URL in its data, which is never dialed. */
    private static final String PEER_URL = "http://127.0.0.1:12380";

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final int MAX_CHARACTERS = 64 << 20;

    /** By default, it waits for 2 s to connect, and for 5 s for an answer. */
    private static final List<String> ETCDCTL =
            List.of("env", "ETCDCTL_API=3", "etcdctl", "--dial-timeout=60s", "--command-timeout=120s");

    private final Server server;
    private final int clientPort;

    private StandaloneEtcd(Server server, int clientPort) {
        this.server = server;
        this.clientPort = clientPort;
    }

    /**
     * Starts it and waits until it responds.
     *
     * @param data its directory; a new one, or one created by {@link #restore}
     */
    public static StandaloneEtcd start(Path data) throws IOException {
        return start(data, List.of());
    }

    /** @param settings further options of etcd */
    public static StandaloneEtcd start(Path data, List<String> settings) throws IOException {
        FreePorts ports = new FreePorts();
        int clientPort = ports.next();
        String clientUrl = "http://127.0.0.1:" + clientPort;
        List<String> command = new ArrayList<>(List.of(
                "etcd",
                "--name=" + NAME,
                "--data-dir=" + data,
                "--listen-client-urls=" + clientUrl,
                "--advertise-client-urls=" + clientUrl,
                "--listen-peer-urls=http://127.0.0.1:" + ports.next(),
                "--initial-advertise-peer-urls=" + PEER_URL,
                "--initial-cluster=" + NAME + "=" + PEER_URL,
                "--logger=zap",
                "--log-level=warn"));
        command.addAll(settings);
        Server server = Server.start(command, data.resolveSibling(data.getFileName() + ".log"));
        StandaloneEtcd etcd = new StandaloneEtcd(server, clientPort);
        Awaitility.await("etcd")
                .atMost(START_LIMIT)
                .failFast(etcd::throwIfEnded)
                .ignoreExceptionsInstanceOf(IllegalStateException.class)
                .until(() -> etcd.ctl("endpoint", "health").contains("is healthy"));
        return etcd;
    }

    public int clientPort() {
        return clientPort;
    }

    /** Creates a data directory from a snapshot. */
    public static void restore(Path snapshot, Path data) {
        etcdctl(
                "snapshot",
                "restore",
                snapshot.toString(),
                "--data-dir=" + data,
                "--name=" + NAME,
                "--initial-advertise-peer-urls=" + PEER_URL,
                "--initial-cluster=" + NAME + "=" + PEER_URL);
    }

    /** Returns the output of {@code etcdctl snapshot status} for a file. */
    public static Map<String, ?> status(Path snapshot) {
        return json(etcdctl("snapshot", "status", snapshot.toString(), "--write-out=json"));
    }

    /** Runs {@code etcdctl} on it, and returns the output. */
    public String ctl(String... arguments) {
        List<String> command = new ArrayList<>(List.of("--endpoints=" + endpoint()));
        command.addAll(List.of(arguments));
        return etcdctl(command.toArray(String[]::new));
    }

    /** Puts the content of a file. */
    public void put(String key, Path value) {
        List<String> command = new ArrayList<>(ETCDCTL);
        command.addAll(List.of("--endpoints=" + endpoint(), "put", key));
        Command.run(command, value);
    }

    /** Runs {@code etcdctl} like {@link #ctl}, and parses the output. */
    public Map<String, ?> ask(String... arguments) {
        List<String> command = new ArrayList<>(List.of(arguments));
        command.add("--write-out=json");
        return json(ctl(command.toArray(String[]::new)));
    }

    /**
     * Returns all keys at a revision.
     *
     * @param revision 0 for the latest
     */
    public SortedMap<String, EtcdKey> keys(long revision) {
        return EtcdKey.in(ask("get", "", "--prefix", "--rev=" + revision));
    }

    @Override
    public void close() {
        server.kill();
    }

    private String endpoint() {
        return "127.0.0.1:" + clientPort;
    }

    private void throwIfEnded() {
        if (!server.isAlive()) {
            throw new IllegalStateException("etcd has ended:\n" + server.log());
        }
    }

    private static String etcdctl(String... arguments) {
        List<String> command = new ArrayList<>(ETCDCTL);
        command.addAll(List.of(arguments));
        return Command.run(command);
    }

    /** Parses with the YAML reader that the tests have already, since JSON is YAML. */
    @SuppressWarnings("unchecked")
    private static Map<String, ?> json(String text) {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).build();
        return (Map<String, ?>) new Load(settings).loadFromString(text);
    }
}
