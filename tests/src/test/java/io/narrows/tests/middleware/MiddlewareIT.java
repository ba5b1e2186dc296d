package io.narrows.tests.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a leader that replicates to a follower in its zone and to one in another region, each in a process on a separate
 * host, as in the configuration. Bytes are the kernel's counts for the hosts' network interfaces.
 */
class MiddlewareIT {
    private static final int PORT = 7070;

    private static final String TO_OTHER_REGIONS = """
            policy:
              - {class: heartbeat, codec: none}
              - {tier: cross-region, codec: zstd, level: 3}
            """;

    private static final String NOTHING = """
            policy: []
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void policyOfTheFile_decidesWhatTheNetworkCarries() throws IOException {
        try (Network network = new Network(directory)) {
            Host leader = network.host("leader");
            Host near = network.host("near");
            Host far = network.host("far");
            follow(near, config(near, TO_OTHER_REGIONS));
            follow(far, config(far, TO_OTHER_REGIONS));

            Traffic plain = replicate(leader, config(leader, NOTHING), near, far);
            Traffic compressed = replicate(leader, config(leader, TO_OTHER_REGIONS), near, far);

            assertThat(plain.far()).isBetween(plain.near() * 95 / 100, plain.near() * 105 / 100);
            assertThat(compressed.near()).isBetween(plain.near() * 95 / 100, plain.near() * 105 / 100);
            assertThat(compressed.far()).isLessThan(compressed.near() / 2);
            assertThat(compressed.told())
                    .anyMatch(line -> line.startsWith("far replication zstd "))
                    .anyMatch(line -> line.startsWith("far heartbeat none "))
                    .anyMatch(line -> line.startsWith("near replication none "))
                    .noneMatch(line -> line.startsWith("near replication zstd "));
            assertThat(compressed.toldOf("far")).isBetween(compressed.far() / 2, compressed.far());
        }
    }

    /** Bytes received by the followers, all headers included, and the leader's report on them. */
    private record Traffic(long near, long far, List<String> told) {
        long toldOf(String peer) {
            return told.stream()
                    .filter(line -> line.startsWith(peer + " "))
                    .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        }
    }

    private static Traffic replicate(Host leader, Path config, Host near, Host far) {
        long nearBefore = received(near);
        long farBefore = received(far);

        Server process = leader.start(
                config.getFileName().toString(),
                java(ReplicationLeader.class, config.toString(), Integer.toString(PORT), near.ip(), far.ip()));

        assertThat(process.exitCode()).as(process.log()).isZero();
        return new Traffic(
                received(near) - nearBefore,
                received(far) - farBefore,
                process.log().lines().toList());
    }

    private static void follow(Host host, Path config) {
        host.start("follower", java(ReplicationFollower.class, host.ip(), Integer.toString(PORT), config.toString()));
    }

    /** Returns the bytes received on the host's only interface. */
    private static long received(Host host) {
        return Long.parseLong(
                host.run("cat", "/sys/class/net/eth0/statistics/rx_bytes").strip());
    }

    private static Path config(Host host, String policy) throws IOException {
        String nodes = """
                  - {id: leader, region: east, zone: east-a, host: h1, link: 10.77.0.1:7400}
                  - {id: near, region: east, zone: east-a, host: h2, link: 10.77.0.2:7400}
                  - {id: far, region: west, zone: west-a, host: h3, link: 10.77.0.3:7400}
                """;
        List<String> peers = new ArrayList<>(nodes.lines().toList());
        String own = peers.stream()
                .filter(line -> line.contains("id: " + host.name() + ","))
                .findFirst()
                .orElseThrow();
        peers.remove(own);
        return Files.writeString(Files.createTempFile(host.directory(), "narrows", ".yaml"), """
                version: 1
                node: %s
                link: {listen: 127.0.0.1:7400}
                targets: {}
                peers:
                %s
                %sgrpc:
                  methods:
                    - {service: example.Replication, method: Heartbeat, class: heartbeat}
                    - {service: example.Replication, method: Append, class: replication}
                """.formatted(
                        own.strip().substring(2).replaceAll(", link: [^}]*", ""), String.join("\n", peers), policy));
    }

    private static List<String> java(Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=io/narrows/tests/middleware/logback-quiet.xml",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        return command;
    }
}
