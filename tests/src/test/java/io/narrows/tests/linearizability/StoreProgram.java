package io.narrows.tests.linearizability;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.SidecarConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** What a cluster is made of: the bundled store, or etcd, which shows what the tests say of a store that is known to be right. */
enum StoreProgram {
    NARROWS {
        @Override
        void configure(SidecarConfig config, Host host) {
            config.store(data(host), host.ip() + ":" + CLIENT_PORT);
        }

        @Override
        List<String> command(Host host, List<String> members) {
            return List.of(
                    LAUNCHER.toString(),
                    "node",
                    "--config",
                    host.directory().resolve("narrows.yaml").toString());
        }
    },
    ETCD {
        @Override
        void configure(SidecarConfig config, Host host) {
            // It has a command line.
        }

        @Override
        List<String> command(Host host, List<String> members) {
            String clientUrl = "http://%s:%d".formatted(host.ip(), CLIENT_PORT);
            String cluster =
                    members.stream().map(name -> name + "=" + peerUrl(name)).collect(Collectors.joining(","));
            return List.of(
                    "etcd",
                    "--name=" + host.name(),
                    "--data-dir=" + data(host),
                    "--listen-client-urls=" + clientUrl,
                    "--advertise-client-urls=" + clientUrl,
                    "--listen-peer-urls=http://127.0.0.1:" + PEER_PORT,
                    "--initial-advertise-peer-urls=" + peerUrl(host.name()),
                    "--initial-cluster=" + cluster,
                    "--logger=zap",
                    "--log-level=warn");
        }
    };

    static final int PEER_PORT = 2380;
    static final int CLIENT_PORT = 2379;
    private static final Path LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize();

    /** Adds what the sidecar's file has to say of the store. */
    abstract void configure(SidecarConfig config, Host host);

    /** Starts a member; its name is the host's. */
    abstract List<String> command(Host host, List<String> members);

    /** Where the disk of a member on this host is. */
    static Path disk(Host host) {
        return host.directory().resolve("disk");
    }

    /** Where a member on this host keeps everything. */
    private static Path data(Host host) {
        return disk(host).resolve("store");
    }

    private static String peerUrl(String name) {
        return "http://%s:%d".formatted(name, PEER_PORT);
    }
}
