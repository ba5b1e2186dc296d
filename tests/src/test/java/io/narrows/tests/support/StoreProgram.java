package io.narrows.tests.support;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The program of a group: the bundled store, or etcd, which provides the results of tests and measurements for a known
 * store. Both sync their logs before they acknowledge.
 */
public enum StoreProgram {
    NARROWS("narrows") {
        @Override
        void configure(SidecarConfig config, Host host) {
            config.store(data(host), host.ip() + ":" + CLIENT_PORT);
        }

        @Override
        List<String> command(Host host, List<String> members) {
            String file = host.directory().resolve("narrows.yaml").toString();
            return List.of(LAUNCHER.toString(), "node", "--config", file);
        }
    },
    /** The etcd in PATH. */
    ETCD("etcd") {
        @Override
        void configure(SidecarConfig config, Host host) {
            // It is configured on the command line.
        }

        @Override
        List<String> command(Host host, List<String> members) {
            return etcd(label(), host, members);
        }
    },
    /** etcd 3.6, as {@code bin/bench stores} builds it. */
    ETCD_3_6("etcd-3.6") {
        @Override
        void configure(SidecarConfig config, Host host) {
            // It is configured on the command line.
        }

        @Override
        List<String> command(Host host, List<String> members) {
            return etcd(label(), host, members);
        }
    };

    /** The port in members' names for each other. */
    public static final int PEER_PORT = 2380;

    static final int CLIENT_PORT = 2379;
    private static final Path LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize();

    private final String label;

    StoreProgram(String label) {
        this.label = label;
    }

    /** Adds the store's settings to the sidecar's file. */
    abstract void configure(SidecarConfig config, Host host);

    /** Returns the command that starts the member of a host, named after it. */
    abstract List<String> command(Host host, List<String> members);

    /** Returns the name in tables. */
    public String label() {
        return label;
    }

    /** Returns the name on the command line. */
    @Override
    public String toString() {
        return label;
    }

    /** Returns the mount point of a member's disk on this host. */
    public static Path disk(Host host) {
        return host.directory().resolve("disk");
    }

    /** Returns the data directory of a member on this host. */
    static Path data(Host host) {
        return disk(host).resolve("store");
    }

    private static List<String> etcd(String program, Host host, List<String> members) {
        String clients = "http://%s:%d".formatted(host.ip(), CLIENT_PORT);
        String cluster =
                members.stream().map(name -> name + "=" + peerUrl(name)).collect(Collectors.joining(","));
        return List.of(
                program,
                "--name=" + host.name(),
                "--data-dir=" + data(host),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=http://127.0.0.1:" + PEER_PORT,
                "--initial-advertise-peer-urls=" + peerUrl(host.name()),
                "--initial-cluster=" + cluster,
                "--quota-backend-bytes=8589934592",
                "--logger=zap",
                "--log-level=warn");
    }

    private static String peerUrl(String name) {
        return "http://%s:%d".formatted(name, PEER_PORT);
    }
}
