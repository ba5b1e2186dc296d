package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Seed;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.RatisNode;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig;
import io.narrows.tests.support.SidecarConfig.Site;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests two members of an Apache Ratis group in two regions, each next to its sidecar. The leader has one connection for
 * entries and one for heartbeats, which only their rhythm distinguishes.
 */
class RatisGroupIT {
    private static final List<Site> SITES =
            List.of(new Site("db-1", "us-east-1", "us-east-1a"), new Site("db-2", "eu-west-1", "eu-west-1a"));
    private static final String PEER_ALIAS = "127.0.1.1";
    private static final int WRITES = 500;
    private static final int LEAST_BYTES = 2_000;
    /** If heartbeats wait for each other on a busy machine, their connection is known after an even minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private final List<Host> hosts = new ArrayList<>();
    private final List<Sidecar> sidecars = new ArrayList<>();
    private final List<RatisNode> members = new ArrayList<>();

    @BeforeEach
    void formGroup() throws IOException {
        network = new Network(directory);
        for (Site site : SITES) {
            hosts.add(network.host(site.id()));
        }
        for (int node = 0; node < SITES.size(); node++) {
            int peer = 1 - node;
            hosts.get(node).resolve(SITES.get(node).id(), "127.0.0.1");
            hosts.get(node).resolve(SITES.get(peer).id(), PEER_ALIAS);
            sidecars.add(Sidecar.start(
                    hosts.get(node),
                    new SidecarConfig(SITES.get(node), hosts.get(node))
                            .target("raft", "127.0.0.1:" + RatisNode.PEER_PORT)
                            .peer(SITES.get(peer), hosts.get(peer).ip() + ":" + SidecarConfig.LINK_PORT)
                            .capture(
                                    PEER_ALIAS + ":" + RatisNode.PEER_PORT,
                                    SITES.get(peer).id(),
                                    "raft")));
        }
        for (Host host : hosts) {
            members.add(new RatisNode(host, hosts));
        }
    }

    @Test
    void heartbeatsAreKnownByTheirRhythm_entriesStayGrpc_andBothMembersApplyAllInOneOrder() throws IOException {
        for (Sidecar sidecar : sidecars) {
            await().atMost(LIMIT).until(() -> bytes(sidecar, "heartbeat") > 0);
        }
        double heartbeatsBefore = bytes(sidecars.get(0), "heartbeat");
        double entriesBefore = bytes(sidecars.get(0), "grpc");
        List<String> messages = messages();

        RatisNode.write(hosts, messages);

        for (RatisNode member : members) {
            await().atMost(LIMIT).until(() -> member.applied().size() >= WRITES);
        }
        assertThat(members.get(0).applied())
                .isEqualTo(members.get(1).applied())
                .containsExactlyInAnyOrderElementsOf(messages);
        double written = WRITES * LEAST_BYTES;
        for (Sidecar sidecar : sidecars) {
            assertThat(bytes(sidecar, "grpc") - entriesBefore).isGreaterThan(written);
        }
        assertThat(bytes(sidecars.get(0), "heartbeat") - heartbeatsBefore).isLessThan(written / 2);
        for (Sidecar sidecar : sidecars) {
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(sidecar.get("/links").body())
                            .contains("\"class\":\"heartbeat\"", "\"class\":\"grpc\""));
        }
    }

    private static double bytes(Sidecar sidecar, String trafficClass) throws IOException {
        return sidecar.metrics().appBytesOfClass(trafficClass);
    }

    private static List<String> messages() {
        long seed = Seed.of(RatisGroupIT.class);
        Random random = new Random(seed);
        return IntStream.range(0, WRITES)
                .mapToObj(i -> i + ":" + Long.toHexString(random.nextLong()).repeat(1 + LEAST_BYTES / 8))
                .toList();
    }
}
