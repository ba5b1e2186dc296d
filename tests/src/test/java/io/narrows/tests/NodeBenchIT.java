package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.lab.load.Demand;
import io.narrows.lab.load.EtcdLoad;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.LoadSettings;
import io.narrows.lab.load.Mix;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.Population;
import io.narrows.lab.load.Tls;
import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;

/** Runs {@code narrows bench node} on a real etcd, and compares its report with etcd's contents. */
class NodeBenchIT {
    private static final String LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize().toString();
    private static final int CLIENT_PORT = 2379;
    private static final int NOBODY = 2399;
    private static final Pattern REVISION = Pattern.compile("\"Revision\" : (\\d+)");
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int PODS = 30;
    private static final int NODES = 4;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host host;
    private EtcdNode etcd;

    @BeforeEach
    void start() {
        network = new Network(directory);
        host = network.host("store");
        host.resolve(host.name(), "127.0.0.1");
        etcd = EtcdNode.start(host, List.of(host.name()));
        etcd.awaitHealthy(LIMIT);
    }

    @Test
    void command_json_isWhatEtcdHas() throws IOException {
        long before = revision();

        Map<String, Object> figures = json(Command.run(
                LAUNCHER,
                "bench",
                "node",
                "--endpoints",
                endpoint(),
                "--writes",
                "300",
                "--clients",
                "4",
                "--pods",
                Integer.toString(PODS),
                "--nodes",
                Integer.toString(NODES),
                "--output",
                "json"));

        @SuppressWarnings("unchecked")
        Map<String, Integer> done = (Map<String, Integer>) figures.get("done");
        int writes = (Integer) figures.get("write_count");
        assertThat(writes).isEqualTo(300 + done.get("renew"));
        assertThat(revision() - before).isEqualTo(PODS + NODES + writes);
        assertThat(etcd.readAll())
                .hasSize(PODS + NODES + done.get("create") - done.get("delete") + done.get("event"))
                .allSatisfy((key, value) -> assertThat(key).startsWith("/narrows-bench/"));
        assertThat(figures)
                .containsEntry("conflicts", 0)
                .containsEntry("errors", Map.of())
                .containsEntry("watch_events", writes)
                .containsEntry("watch_events_missing", 0);
        assertThat(leases()).hasSize(1);
    }

    @Test
    void command_interrupted_printsWhatItHas() {
        Server bench = host.start(
                "bench", List.of(LAUNCHER, "bench", "node", "--endpoints", endpoint(), "--pods", "10", "--for", "10m"));
        await().atMost(LIMIT).until(() -> revision() > 100);

        bench.signal("INT");

        assertThat(bench.exitCode()).isZero();
        assertThat(bench.log()).containsPattern("(?m)^writes +[1-9]\\d*").contains("3 watches received");
    }

    @Test
    void load_sameSeed_leavesTheSame() throws Exception {
        Population population = new Population(PODS, 0, 6 << 10, 11);

        LoadFigures first = load(settings(List.of(address(CLIENT_PORT)), Tls.NONE, population, 0));
        Map<String, String> afterFirst = etcd.readAll();
        LoadFigures second = load(settings(List.of(address(CLIENT_PORT)), Tls.NONE, population, 0));

        assertThat(second.done()).isEqualTo(first.done());
        assertThat(etcd.readAll()).isEqualTo(afterFirst).isNotEmpty();
    }

    @Test
    void load_atARate_isNotFaster() throws Exception {
        Population population = new Population(PODS, 0, 6 << 10, 1);

        LoadFigures figures = load(settings(List.of(address(CLIENT_PORT)), Tls.NONE, population, 150));

        assertThat(figures.writes().count()).isEqualTo(200);
        assertThat(figures.seconds()).isGreaterThan(1.0);
    }

    @Test
    void load_keepAlives_areOfOneLeasePerClient_afterAWarmUp() throws Exception {
        try (EtcdLoad load = EtcdLoad.prepare(keepAlives(address(CLIENT_PORT), address(NOBODY)))) {
            load.warmUp(Duration.ofMillis(500));
            load.start();
            LoadFigures figures = load.awaitEnd();

            assertThat(figures.keepAlives().count())
                    .isEqualTo(figures.done().get(Operation.KEEP_ALIVE))
                    .isPositive();
            assertThat(figures.failed().values()).containsOnly(0L);
            assertThat(leases()).hasSize(4);
        }
    }

    @Test
    void load_keepAlivesOfRevokedLeases_fail() throws Exception {
        try (EtcdLoad load = EtcdLoad.prepare(keepAlives(address(CLIENT_PORT)))) {
            load.warmUp(Duration.ofMillis(500));
            leases().forEach(id -> etcdctl("lease", "revoke", id));
            load.start();
            LoadFigures figures = load.awaitEnd();

            assertThat(figures.keepAlives().count()).isZero();
            assertThat(figures.failed().get(Operation.KEEP_ALIVE)).isPositive();
            assertThat(figures.errors()).containsOnlyKeys("NOT_FOUND");
        }
    }

    private static LoadSettings keepAlives(HostPort... endpoints) {
        Demand demand = new Demand(4, 0, Mix.only(Operation.KEEP_ALIVE), 20, 0);
        Population nothing = new Population(0, 0, 6 << 10, 1);
        return new LoadSettings(List.of(endpoints), Tls.NONE, Duration.ofSeconds(1), 0, nothing, demand);
    }

    @Test
    void load_aServerIsDown_goesToTheNext_andCounts() throws Exception {
        Population population = new Population(PODS, 0, 6 << 10, 1);
        List<HostPort> endpoints = List.of(address(NOBODY), address(CLIENT_PORT));
        long before = revision();

        LoadFigures figures = load(settings(endpoints, Tls.NONE, population, 0));

        assertThat(figures.errors()).containsOnlyKeys("UNAVAILABLE");
        assertThat(figures.failed().values()).containsOnly(0L);
        assertThat(figures.writes().count()).isEqualTo(200);
        assertThat(revision() - before).isEqualTo(PODS + 200);
        assertThat(figures.watch().events()).isEqualTo(200);
    }

    @Test
    void load_overMutualTls() throws Exception {
        Certificates.Identity identity = new Certificates(directory.resolve("certificates")).server(host);
        String url = "https://" + host.ip() + ":3379";
        host.start(
                "etcd-tls",
                List.of(
                        "etcd",
                        "--data-dir=" + directory.resolve("etcd-tls"),
                        "--listen-client-urls=" + url,
                        "--advertise-client-urls=" + url,
                        "--listen-peer-urls=http://127.0.0.1:3380",
                        "--initial-advertise-peer-urls=http://127.0.0.1:3380",
                        "--initial-cluster=default=http://127.0.0.1:3380",
                        "--client-cert-auth",
                        "--cert-file=" + identity.cert(),
                        "--key-file=" + identity.key(),
                        "--trusted-ca-file=" + identity.ca(),
                        "--logger=zap"));
        Population population = new Population(PODS, 0, 6 << 10, 1);
        Tls tls = new Tls(identity.ca(), identity.cert(), identity.key());

        LoadFigures figures = load(settings(List.of(address(3379)), tls, population, 0));

        assertThat(figures.writes().count()).isEqualTo(200);
        assertThat(figures.done().get(Operation.LIST)).isPositive();
    }

    private static LoadSettings settings(List<HostPort> endpoints, Tls tls, Population population, double rate) {
        Demand demand = new Demand(4, rate, Mix.DEFAULT, 20, 3);
        return new LoadSettings(endpoints, tls, LIMIT, 200, population, demand);
    }

    private static LoadFigures load(LoadSettings settings) throws IOException, InterruptedException {
        try (EtcdLoad load = EtcdLoad.prepare(settings)) {
            load.start();
            return load.awaitEnd();
        }
    }

    private long revision() {
        String status = etcdctl("endpoint", "status", "-w", "fields");
        Matcher matcher = REVISION.matcher(status);
        assertThat(matcher.find()).as(status).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    /** Returns the ids of all leases. */
    private List<String> leases() {
        return etcdctl("lease", "list").lines().skip(1).toList(); // the first line has their number
    }

    private String etcdctl(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "env",
                "ETCDCTL_API=3",
                "etcdctl",
                "--endpoints=" + endpoint(),
                "--dial-timeout=60s",
                "--command-timeout=120s"));
        command.addAll(List.of(arguments));
        return host.run(command.toArray(String[]::new));
    }

    private String endpoint() {
        return host.ip() + ":" + CLIENT_PORT;
    }

    private HostPort address(int port) {
        return new HostPort(host.ip(), port);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> json(String text) {
        String line =
                text.lines().filter(each -> each.startsWith("{")).findFirst().orElseThrow();
        return (Map<String, Object>)
                new Load(org.snakeyaml.engine.v2.api.LoadSettings.builder().build()).loadFromString(line);
    }
}
