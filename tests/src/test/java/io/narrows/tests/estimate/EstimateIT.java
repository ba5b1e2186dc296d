package io.narrows.tests.estimate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Json;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.MariaDbServer;
import io.narrows.tests.support.PostgresServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares estimates from captures of databases with what the sidecars of these databases measure at the same time. */
class EstimateIT {
    private static final int WRITES = 500;
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int SINK_PORT = 7000;
    private static final int NOISE_BYTES = 1 << 20;

    /** More than a link sends before it probes a stream that did not shrink. */
    private static final int TEXT_BYTES = 20 << 20;

    /**
     * A link also probes after half a second, which a busy machine may need for fewer bytes, and at other bytes than the capture's clock
     * says.
     */
    private static final int TRANSFERS = 8;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private CapturedPair pair;

    @ParameterizedTest
    @EnumSource
    void etcd_framesAreAsLongAsEstimated(LinkSecurity security) throws Exception {
        pair = new CapturedPair(directory, security, EtcdNode.PEER_PORT);
        List<EtcdNode> members = List.of(pair.etcd(0), pair.etcd(1));
        members.forEach(member -> member.awaitHealthy(LIMIT));
        Random random = new Random(1);
        for (int i = 0; i < WRITES; i++) {
            members.get(i % 2).put("/registry/orders/" + i, order(random));
        }

        assertThatFramesAreAsLongAsEstimated(0);
        assertThatFramesAreAsLongAsEstimated(1);
    }

    /** Returns an object of some kilobytes, as Kubernetes stores them. */
    private static String order(Random random) {
        String items = IntStream.range(0, 40)
                .mapToObj(i -> "{'sku':'sku-%05d','count':%d,'batch':'%016x'}"
                        .formatted(random.nextInt(100_000), random.nextInt(10), random.nextLong()))
                .collect(Collectors.joining(","));
        return "{'kind':'Order','items':[" + items + "]}";
    }

    @Test
    void postgres_framesAreAsLongAsEstimated_andTheProposedPolicyIsValid() throws Exception {
        pair = new CapturedPair(directory, LinkSecurity.TLS, PostgresServer.PORT);
        PostgresServer primary = PostgresServer.primary(
                pair.host(0), "127.0.0.1," + CapturedPair.address(0), "host all,replication all 127.0.0.0/8 trust\n");
        PostgresServer standby = PostgresServer.standby(
                pair.host(1),
                "primary_conninfo = 'host=%s port=%d user=postgres sslmode=disable gssencmode=disable'"
                        .formatted(CapturedPair.address(0), PostgresServer.PORT));
        primary.pgbench("--initialize", "--scale=1", "--quiet");
        primary.pgbench("--client=4", "--transactions=500", "--protocol=prepared");
        String end = primary.query("select pg_current_wal_lsn()");
        await().atMost(LIMIT)
                .until(() -> standby.query("select pg_last_wal_replay_lsn() >= '" + end + "'")
                        .equals("t"));

        assertThatFramesAreAsLongAsEstimated(0);
        assertThatProposalIsValid(0);
    }

    @Test
    void galera_framesAreAsLongAsEstimated() throws Exception {
        pair = new CapturedPair(directory, LinkSecurity.PLAINTEXT, 4444, 4567, 4568);
        MariaDbServer first = MariaDbServer.galera(pair.host(0), galera(0), true);
        first.query("create database shop; create table shop.orders (id int primary key, item text)");
        MariaDbServer second = MariaDbServer.galera(pair.host(1), galera(1), false);
        for (int i = 0; i < 20; i++) {
            first.query("use shop; insert into orders select seq, md5(seq) from seq_%d_to_%d"
                    .formatted(i * 500, i * 500 + 499));
        }
        second.query("set session wsrep_sync_wait = 7; update shop.orders set item = concat(item, '!')");

        assertThatFramesAreAsLongAsEstimated(0);
        assertThatFramesAreAsLongAsEstimated(1);
    }

    @Test
    void streamThatDoesNotShrink_andThenDoes_isBypassedAsEstimated() throws Exception {
        pair = new CapturedPair(directory, LinkSecurity.PLAINTEXT, SINK_PORT);
        Random random = new Random(1);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] noise = new byte[NOISE_BYTES];
        random.nextBytes(noise);
        content.write(noise);
        while (content.size() < NOISE_BYTES + TEXT_BYTES) {
            content.write(order(random).getBytes(StandardCharsets.US_ASCII));
        }
        Path file = Files.write(directory.resolve("content"), content.toByteArray());
        String sink = CapturedPair.address(1) + ":" + SINK_PORT;
        pair.host(1)
                .start(
                        "sink",
                        List.of(
                                "socat",
                                "-u",
                                "TCP-LISTEN:" + SINK_PORT + ",fork,bind=" + CapturedPair.address(1),
                                "OPEN:/dev/null"));
        await().atMost(LIMIT).until(() -> pair.host(1).run("ss", "-ltn").contains(sink));
        Frames frames = transfer(file, sink);
        for (int i = 1; i < TRANSFERS && !frames.areAlike(); i++) {
            frames = transfer(file, sink);
        }

        assertThat(frames.bypassed).as("frames that were sent raw").isPositive();
        assertThat(frames.measured).as("of noise and compressed text").isLessThan(0.9 * content.size());
        assertThat(frames.estimated).isCloseTo(frames.measured, withinPercentage(3));
    }

    /**
     * The frames of one connection.
     *
     * @param measured their bytes
     * @param estimated their bytes by the estimate
     * @param bypassed the number of those that were sent raw because the stream did not shrink
     */
    private record Frames(double measured, double estimated, double bypassed) {
        boolean areAlike() {
            return Math.abs(estimated / measured - 1) < 0.03;
        }
    }

    private Frames transfer(Path file, String sink) throws Exception {
        SentBytes before = pair.measured(0);
        double estimatedBefore = pair.estimated(0).frames();
        double bypassedBefore = pair.bypassedFrames(0);
        pair.host(0).run("socat", "-u", "OPEN:" + file, "TCP:" + sink);
        await().atMost(LIMIT).until(() -> pair.measured(0).app() >= before.app() + Files.size(file));
        SentBytes measured = pair.measured(0);
        SentBytes estimated =
                await().atMost(LIMIT).until(() -> pair.estimated(0), captured -> captured.app() >= measured.app());
        return new Frames(
                measured.frames() - before.frames(),
                estimated.frames() - estimatedBefore,
                pair.bypassedFrames(0) - bypassedBefore);
    }

    private List<String> galera(int node) {
        String address = CapturedPair.address(node);
        return List.of(
                "wsrep_cluster_address=gcomm://" + CapturedPair.address(0) + "," + CapturedPair.address(1),
                "wsrep_node_name=" + pair.host(node).name(),
                "wsrep_node_address=" + address,
                "wsrep_sst_method=rsync",
                "wsrep_sst_receive_address=" + address + ":4444",
                "wsrep_provider_options=gmcast.listen_addr=tcp://%1$s:4567;ist.recv_addr=%1$s:4568".formatted(address));
    }

    /** The databases still send heartbeats, so the capture is read until it has what the sidecar has sent. */
    private void assertThatFramesAreAsLongAsEstimated(int node) throws Exception {
        SentBytes measured = pair.measured(node);
        SentBytes estimated =
                await().atMost(LIMIT).until(() -> pair.estimated(node), captured -> captured.app() >= measured.app());

        assertThat(estimated.app()).isCloseTo(measured.app(), withinPercentage(1));
        assertThat(estimated.frames()).isCloseTo(measured.frames(), withinPercentage(3));
    }

    private void assertThatProposalIsValid(int node) throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("estimate", pair.capture(node).toString(), "--output", "json"));
        CapturedPair.topology(node).forEach(entry -> arguments.addAll(List.of("--topology", entry)));
        String report = Launcher.run(pair.host(node), arguments.toArray(String[]::new));
        String policy =
                (String) Json.object(report.substring(report.indexOf('{'))).get("policy");

        String config = pair.withPolicy(node, policy);
        Path file = Files.writeString(pair.host(node).directory().resolve("proposed.yaml"), config);
        assertThat(config).contains(policy);
        assertThat(Launcher.run(pair.host(node), "check", "--config", file.toString()))
                .contains("proposed.yaml: ok");
    }
}
