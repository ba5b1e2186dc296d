package io.narrows.proxy.discovery.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.proxy.discovery.Endpoint;
import io.narrows.proxy.discovery.Reported;
import io.narrows.proxy.discovery.kubernetes.FakeApiServer.Answer;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays answers that were recorded from a real API server; {@code bin/soak kubernetes-peers} runs the source with a real
 * one.
 */
@Timeout(60)
final class KubernetesSourceTest {
    private static final Location PLACE = new Location("eu-1", "eu-1a", "node-1");
    private static final Endpoint V4 = at("10.244.0.5:7400", Optional.of(PLACE));
    private static final Endpoint V6 = at("[fd00::5]:7400", Optional.of(PLACE));
    private static final Endpoint NEW = at("10.244.1.7:7400", Optional.empty());

    @TempDir
    private Path folder;

    private final Reported reported = new Reported();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private FakeApiServer server;
    private KubernetesSource source;

    private static Endpoint at(String link, Optional<Location> location) {
        return new Endpoint(HostPort.parse(link), Optional.empty(), location);
    }

    @BeforeEach
    void serve() throws Exception {
        server = new FakeApiServer(folder);
        server.list(Answer.recorded("list.json"));
        server.node("node-1", Answer.recorded("node.json"));
    }

    @AfterEach
    void stop() {
        source.close();
        server.close();
        executor.shutdownNow();
    }

    private void start() {
        start("narrows");
    }

    private void start(String port) {
        start(port, server.account());
    }

    private void start(String port, ServiceAccount account) {
        start(port, account, Duration.ofMinutes(1));
    }

    private void start(String port, ServiceAccount account, Duration placesWait) {
        source = new KubernetesSource(
                Optional.empty(), "postgres", SlicePort.of(port), account, executor, Duration.ZERO, placesWait);
        source.start(reported);
    }

    @Test
    void listedEndpoints_haveTheirPlace() {
        start();

        reported.await(Set.of(V4, V6));
        assertThat(reported.failures()).isEmpty();
        assertThat(server.requests("endpointslices").get(0))
                .isEqualTo("/apis/discovery.k8s.io/v1/namespaces/db/endpointslices"
                        + "?labelSelector=kubernetes.io%2Fservice-name%3Dpostgres&limit=10");
        assertThat(server.requests("/nodes/")).containsExactly("/api/v1/nodes/node-1");
    }

    @Test
    void watchedEvents_changeTheEndpoints_andTheNextWatchContinuesThere() {
        start();
        reported.await(Set.of(V4, V6));
        List<String> events = Recorded.watch();

        server.send(events.get(0)); // added; not ready, and on an unknown node
        reported.await(Set.of(V4, V6, NEW));
        server.send(events.get(1)); // modified: terminating
        reported.await(Set.of(V4, V6));
        server.send(events.get(2)); // deleted
        server.send(events.get(3)); // bookmark
        server.endWatch();
        server.awaitWatches(2);

        assertThat(server.requests("watch=true"))
                .extracting(request -> request.replaceFirst(".*(&watch)", "$1"))
                .containsExactly(
                        "&watch=true&allowWatchBookmarks=true&resourceVersion=222&timeoutSeconds=240",
                        "&watch=true&allowWatchBookmarks=true&resourceVersion=225&timeoutSeconds=240");
        assertThat(reported.failures()).isEmpty();
        assertThat(reported.found()).hasSize(3);
    }

    @Test
    void versionThatIsNoLongerKnown_isListedAgain_withoutAFailure() {
        start();
        reported.await(Set.of(V4, V6));
        server.list(Answer.recorded("list-page-2.json"));

        server.send(Recorded.answer("expired.json").strip());

        server.nextPage(Answer.refusal(410, "expired.json"));
        reported.await(Set.of(V6));
        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void pages_areOneList() {
        server.list(Answer.recorded("list-page-1.json"));
        server.nextPage(Answer.recorded("list-page-2.json"));

        start();

        reported.await(Set.of(V4, V6));
        assertThat(reported.found()).hasSize(1);
    }

    @Test
    void forbiddenList_isAFailureThatNamesTheRule_untilItIsGranted() {
        server.list(Answer.refusal(403, "forbidden.json"));
        start();
        reported.awaitFailures(1);

        assertThat(reported.failures())
                .containsExactly("GET " + server.url()
                        + "/apis/discovery.k8s.io/v1/namespaces/db/endpointslices?labelSelector=kubernetes.io%2Fservice-name"
                        + "%3Dpostgres&limit=10 failed: 403 Forbidden: endpointslices.discovery.k8s.io is forbidden: User"
                        + " \"system:serviceaccount:db:narrows\" cannot list resource \"endpointslices\" in API group"
                        + " \"discovery.k8s.io\" in the namespace \"db\"; grant this pod's service account get, list and"
                        + " watch of endpointslices in the API group discovery.k8s.io (a Role in the namespace)");
        assertThat(source.problem()).contains(reported.failures().get(0));

        server.list(Answer.recorded("list.json"));
        source.refresh();
        reported.await(Set.of(V4, V6));
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void forbiddenWatch_isAFailure_andTheListRemains() {
        server.refuseWatches(Answer.refusal(403, "forbidden.json"));

        start();

        reported.await(Set.of(V4, V6));
        reported.awaitFailures(1);
        assertThat(reported.failures().get(0)).contains("watch=true", "403 Forbidden");
    }

    @Test
    void token_isReadForEachRequest() throws Exception {
        server.accept("second");
        start();
        reported.awaitFailures(1);
        assertThat(reported.failures())
                .singleElement()
                .asString()
                .endsWith("failed: 401 Unauthorized: Unauthorized; the API server does not accept the token in "
                        + folder.resolve("token"));

        server.token("second");

        reported.await(Set.of(V4, V6));
    }

    @Test
    void serverThatIsGone_isAFailure_andTheEndpointsRemain() {
        start();
        reported.await(Set.of(V4, V6));
        server.awaitWatches(1);

        server.close();
        reported.awaitFailures(1);

        Awaitility.await()
                .until(() -> source.problem()
                        .filter(why -> why.endsWith(" failed: cannot connect"))
                        .isPresent());
        assertThat(source.problem().get()).startsWith("GET " + server.url());
        assertThat(reported.found()).hasSize(1);
    }

    @Test
    void watchWhoseConnectionBreaks_isRepeated_withoutAFailure() {
        start();
        reported.await(Set.of(V4, V6));
        server.awaitWatches(1);

        server.breakWatch();
        server.awaitWatches(2);
        server.send(Recorded.watch().get(0));

        reported.await(Set.of(V4, V6, NEW));
        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void nodesThatMayNotBeRead_leaveThePlaceToTheHello() {
        server.node("node-1", Answer.refusal(403, "node-forbidden.json"));

        start();

        reported.awaitLinks("10.244.0.5:7400", "[fd00::5]:7400");
        assertThat(reported.failures()).isEmpty();
    }

    @Test
    void slowNodes_delayOnlyThePlaces() {
        CountDownLatch held = new CountDownLatch(1);
        server.holdNodes(held);

        start("narrows", server.account(), Duration.ZERO);
        reported.awaitLinks("10.244.0.5:7400", "[fd00::5]:7400");
        held.countDown();

        reported.await(Set.of(V4, V6));
        assertThat(reported.found()).hasSize(2);
    }

    @Test
    void placesThatAreLearnedLate_doNotEndTheFailureOfTheWatch() {
        server.refuseWatches(Answer.refusal(403, "forbidden.json"));
        CountDownLatch held = new CountDownLatch(1);
        server.holdNodes(held);
        start();
        reported.awaitFailures(1);

        held.countDown();
        reported.await(Set.of(V4, V6));
        int watches = server.requests("watch=true").size();
        Awaitility.await().until(() -> server.requests("watch=true").size() > watches);

        assertThat(reported.failures()).hasSize(1);
        assertThat(source.problem()).isPresent();
    }

    @Test
    void port_mayBeANumber() {
        start("7401");

        reported.await(Set.of(at("10.244.0.5:7401", Optional.of(PLACE)), at("[fd00::5]:7401", Optional.of(PLACE))));
    }

    @Test
    void portThatTheSlicesLack_isAFailure() {
        start("links");

        reported.awaitFailures(1);
        assertThat(reported.failures().get(0))
                .startsWith("EndpointSlice postgres-abc12 has no port named \"links\", only {")
                .contains("narrows=7400", "sql=5432");
        assertThat(reported.found()).isEmpty();
    }

    @Test
    void serviceWithoutSlices_isAFailure() {
        server.list(new Answer(200, "{\"metadata\":{\"resourceVersion\":\"233\"},\"items\":[]}"));

        start();

        reported.awaitFailures(1);
        assertThat(reported.failures())
                .containsExactly("the namespace has no EndpointSlice of the Service \"postgres\"");
        server.send(Recorded.watch().get(0));
        reported.await(Set.of(NEW));
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void processOutsideACluster_isAFailure() {
        start("narrows", new ServiceAccount(Map.of(), folder));

        reported.awaitFailures(1);

        assertThat(reported.failures())
                .containsExactly(
                        "environment variable KUBERNETES_SERVICE_HOST is not set; peers from kubernetes need a pod");
    }

    @Test
    void addressOfTheServerThatIsNone_isAFailure() {
        start(
                "narrows",
                new ServiceAccount(
                        Map.of("KUBERNETES_SERVICE_HOST", "no host", "KUBERNETES_SERVICE_PORT", "443"),
                        server.account().folder()));

        reported.awaitFailures(1);

        assertThat(reported.failures().get(0)).contains("https://no host:443");
    }

    @Test
    void serverOfAnotherAuthority_isAFailure() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.copy(
                SelfSigned.of("other", 2, other).cert(), folder.resolve("ca.crt"), StandardCopyOption.REPLACE_EXISTING);

        start();

        reported.awaitFailures(1);
        assertThat(reported.failures().get(0)).contains("PKIX path building failed");
        assertThat(server.requests("")).isEmpty();
    }

    @Test
    void refresh_listsAgain() {
        start();
        reported.await(Set.of(V4, V6));
        server.awaitWatches(1);
        server.list(Answer.recorded("list-page-2.json"));
        server.nextPage(Answer.recorded("list-page-2.json"));

        source.refresh();

        reported.await(Set.of(V6));
    }

    @Test
    void closedSource_endsItsWatch() {
        start();
        reported.await(Set.of(V4, V6));
        server.awaitWatches(1);

        source.close();

        String bookmark = Recorded.watch().get(3);
        Awaitility.await().until(() -> {
            if (server.watches() > 0) {
                server.send(bookmark); // fails when the connection is closed
            }
            return server.watches() == 0;
        });
        assertThat(reported.failures()).isEmpty();
    }
}
