package io.narrows.tests.kubernetes;

import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.EndpointSource;
import io.narrows.proxy.discovery.kubernetes.KubernetesSource;
import io.narrows.proxy.discovery.kubernetes.SlicePort;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/**
 * A source of peers and a real API server on etcd, both on one host. The service account's files are where every container
 * has them: {@code /run} belongs to this process only, as {@code src/test/jvm/bin/java} mounts it.
 */
final class KubernetesPeersRun implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(90);
    private static final Path ACCOUNT = Path.of("/run/secrets/kubernetes.io/serviceaccount");
    private static final String SLICES = "/apis/discovery.k8s.io/v1/namespaces/db/endpointslices";
    private static final String RULES = "/apis/rbac.authorization.k8s.io/v1";
    private static final String SUBJECT = """
            "subjects": [{"kind": "ServiceAccount", "name": "narrows", "namespace": "db"}]""";

    private static final Endpoint V4 = at("10.244.0.5:7400", Optional.of(new Location("eu-1", "eu-1a", "node-1")));
    private static final Endpoint V6 = at("[fd00::5]:7400", Optional.of(new Location("eu-1", "eu-1a", "node-1")));
    private static final Endpoint NEW = at("10.244.1.7:7400", Optional.empty());

    private final PrintStream out;
    private final Network network;
    private final Host host;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final List<Set<Endpoint>> found = new CopyOnWriteArrayList<>();
    private final List<String> failures = new CopyOnWriteArrayList<>();
    private ApiServer server;
    private ApiAdmin admin;
    private KubernetesSource source;

    KubernetesPeersRun(Path directory, PrintStream out) {
        this.out = out;
        this.network = new Network(directory);
        this.host = network.host("api");
    }

    private static Endpoint at(String link, Optional<Location> location) {
        return new Endpoint(HostPort.parse(link), Optional.empty(), location);
    }

    /** @throws RuntimeException if anything is not as it should be */
    void run() throws IOException, GeneralSecurityException {
        startEtcd();
        startApiServer();
        startSource();
        await(
                "a failure that names the rule",
                () -> failures.stream()
                        .anyMatch(why -> why.contains("403 Forbidden")
                                && why.contains("get, list and watch of endpointslices")));
        grant();
        put("postgres-a", "IPv4", endpoint("10.244.0.5", "node-1", "eu-1a", true, false));
        put("postgres-b", "IPv6", endpoint("fd00::5", "node-1", "eu-1a", true, false));
        awaitFound(V4, V6);
        put("postgres-c", "IPv4", endpoint("10.244.1.7", "node-2", "eu-1b", false, false));
        awaitFound(V4, V6, NEW);
        replace("postgres-c", endpoint("10.244.1.7", "node-2", "eu-1b", false, true));
        awaitFound(V4, V6);
        admin.send("DELETE", SLICES + "/postgres-b", "");
        awaitFound(V4);
        killApiServer();
        put("postgres-d", "IPv4", endpoint("10.244.1.7", "node-2", "eu-1b", true, false));
        awaitFound(V4, NEW);
        await("no problem", () -> source.problem().isEmpty());
        out.println("accepted");
    }

    private void startEtcd() {
        String url = "http://" + host.ip() + ":2379";
        String peers = "http://" + host.ip() + ":2380";
        host.start(
                "etcd",
                List.of(
                        "etcd",
                        "--data-dir=" + host.directory().resolve("etcd"),
                        "--listen-client-urls=" + url,
                        "--advertise-client-urls=" + url,
                        "--listen-peer-urls=" + peers,
                        "--initial-advertise-peer-urls=" + peers,
                        "--initial-cluster=default=" + peers));
    }

    private void startApiServer() throws IOException, GeneralSecurityException {
        server = ApiServer.start(host, "http://" + host.ip() + ":2379");
        await("a certificate", () -> Files.exists(server.certificate()));
        admin = new ApiAdmin(server);
        Awaitility.await("a ready API server")
                .atMost(LIMIT)
                .failFast(server::requireAlive)
                .until(admin::isReady);
    }

    private void startSource() throws IOException {
        Files.createDirectories(ACCOUNT);
        Files.copy(server.certificate(), ACCOUNT.resolve("ca.crt"), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(ACCOUNT.resolve("token"), ApiServer.PEER_TOKEN);
        Files.writeString(ACCOUNT.resolve("namespace"), "db");
        admin.send("POST", "/api/v1/namespaces", "{\"metadata\": {\"name\": \"db\"}}");
        source = new KubernetesSource(
                Optional.empty(),
                "postgres",
                SlicePort.of("narrows"),
                Map.of(
                        "KUBERNETES_SERVICE_HOST",
                        host.ip(),
                        "KUBERNETES_SERVICE_PORT",
                        Integer.toString(server.port())),
                executor);
        source.start(new EndpointSource.Listener() {
            @Override
            public void found(Set<Endpoint> endpoints) {
                found.add(endpoints);
            }

            @Override
            public void failed(String why) {
                out.println("  failed: " + why);
                failures.add(why);
            }
        });
    }

    /** Grants what the documentation says, and adds the Node whose region it lets the source read. */
    private void grant() throws IOException {
        String namespaced = RULES + "/namespaces/db";
        admin.send("POST", namespaced + "/roles", """
                {"metadata": {"name": "narrows"}, "rules": [{"apiGroups": ["discovery.k8s.io"],
                 "resources": ["endpointslices"], "verbs": ["get", "list", "watch"]}]}""");
        admin.send("POST", namespaced + "/rolebindings", binding("Role"));
        admin.send("POST", RULES + "/clusterroles", """
                {"metadata": {"name": "narrows"}, "rules": [{"apiGroups": [""], "resources": ["nodes"], "verbs": ["get"]}]}""");
        admin.send("POST", RULES + "/clusterrolebindings", binding("ClusterRole"));
        admin.send("POST", "/api/v1/nodes", """
                {"metadata": {"name": "node-1", "labels": {"topology.kubernetes.io/region": "eu-1"}}}""");
    }

    private static String binding(String kind) {
        return """
                {"metadata": {"name": "narrows"}, %s,
                 "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "%s", "name": "narrows"}}""".formatted(SUBJECT, kind);
    }

    private static String endpoint(String address, String node, String zone, boolean ready, boolean terminating) {
        return """
                {"addresses": ["%s"], "nodeName": "%s", "zone": "%s",
                 "conditions": {"ready": %s, "serving": %s, "terminating": %s}}""".formatted(address, node, zone, ready, ready, terminating);
    }

    private void put(String name, String addresses, String endpoint) throws IOException {
        admin.send("POST", SLICES, slice(name, addresses, endpoint));
    }

    private void replace(String name, String endpoint) throws IOException {
        admin.send("PUT", SLICES + "/" + name, slice(name, "IPv4", endpoint));
    }

    private static String slice(String name, String addresses, String endpoint) {
        return """
                {"metadata": {"name": "%s", "labels": {"kubernetes.io/service-name": "postgres"}},
                 "addressType": "%s", "ports": [{"name": "narrows", "port": 7400}], "endpoints": [%s]}""".formatted(name, addresses, endpoint);
    }

    /** Kills the API server, compacts the versions that it knew, and starts it again. */
    private void killApiServer() throws IOException, GeneralSecurityException {
        int reports = found.size();
        int before = failures.size();
        server.kill();
        await("a failure of the killed API server", () -> failures.size() > before);
        if (failures.get(before).contains("chunked")) {
            throw new IllegalStateException("a broken watch is no failure of its own: " + failures.get(before));
        }
        host.run("env", "ETCDCTL_API=3", "etcdctl", "--endpoints=http://" + host.ip() + ":2379", "put", "x", "y");
        host.run("env", "ETCDCTL_API=3", "etcdctl", "--endpoints=http://" + host.ip() + ":2379", "compact", revision());
        startApiServer();
        await("no problem", () -> source.problem().isEmpty());
        if (found.size() != reports) {
            throw new IllegalStateException("reported again: " + found.subList(reports, found.size()));
        }
    }

    private String revision() {
        String json = host.run(
                "env", "ETCDCTL_API=3", "etcdctl", "--endpoints=http://" + host.ip() + ":2379", "get", "x", "-w=json");
        return json.replaceFirst("(?s).*\"revision\":(\\d+).*", "$1");
    }

    private void awaitFound(Endpoint... endpoints) {
        Set<Endpoint> expected = Set.of(endpoints);
        await(
                expected.toString(),
                () -> !found.isEmpty() && found.get(found.size() - 1).equals(expected));
        out.println("  found: " + expected);
    }

    private void await(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(LIMIT).until(condition::getAsBoolean);
    }

    @Override
    public void close() {
        if (source != null) {
            source.close();
        }
        executor.shutdownNow();
        network.close();
    }
}
