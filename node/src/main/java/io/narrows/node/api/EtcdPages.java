package io.narrows.node.api;

import io.narrows.node.error.EtcdError;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.http.Page;
import io.narrows.node.http.PageRequest;
import io.narrows.node.http.Pages;
import io.narrows.node.metrics.Scrape;
import io.narrows.node.metrics.ScrapeRequest;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The HTTP pages on etcd's client port: {@code /version}, {@code /health}, {@code /livez}, {@code /readyz} and
 * {@code /metrics}, with etcd's texts and status codes.
 */
final class EtcdPages implements Pages {
    private static final String JSON = "application/json";
    private static final String HEALTHY = "{\"health\":\"true\",\"reason\":\"\"}";
    private static final int UNAVAILABLE = 503;

    private final Keyspace keyspace;
    private final Replica replica;
    private final Reader reader;
    private final Workers workers;
    private final Function<ScrapeRequest, Scrape> metrics;
    private final HealthChecks live;
    private final HealthChecks ready;

    /** @param metrics returns the current metrics */
    EtcdPages(
            Keyspace keyspace,
            Replica replica,
            Reader reader,
            Workers workers,
            Function<ScrapeRequest, Scrape> metrics) {
        this.keyspace = keyspace;
        this.replica = replica;
        this.reader = reader;
        this.workers = workers;
        this.metrics = metrics;
        HealthCheck serializable = new HealthCheck("serializable_read", () -> read(true));
        this.live = new HealthChecks(List.of(serializable));
        this.ready = new HealthChecks(List.of(
                new HealthCheck("data_corruption", this::checkCorruption),
                serializable,
                new HealthCheck("linearizable_read", () -> read(false))));
    }

    @Override
    public Optional<CompletableFuture<Page>> get(PageRequest request) {
        String path = request.path();
        Map<String, List<String>> query = request.query();
        return switch (path) {
            case "/version" -> Optional.of(CompletableFuture.completedFuture(version()));
            case "/health" -> Optional.of(health(query));
            case "/metrics" -> Optional.of(reader.read(true, workers.ranges(), () -> scrape(request)));
            case "/livez" -> Optional.of(live.page(query));
            case "/readyz" -> Optional.of(ready.page(query));
            default -> check(path, query);
        };
    }

    private Page scrape(PageRequest request) {
        Scrape scrape = metrics.apply(new ScrapeRequest(request.accept(), request.acceptEncoding()));
        return new Page(200, scrape.contentType(), scrape.body(), scrape.encoding());
    }

    /** Serves {@code /livez/CHECK} and {@code /readyz/CHECK}. */
    private Optional<CompletableFuture<Page>> check(String path, Map<String, List<String>> query) {
        if (path.startsWith("/livez/")) {
            return live.only(path.substring("/livez/".length())).map(check -> check.page(query));
        }
        return path.startsWith("/readyz/")
                ? ready.only(path.substring("/readyz/".length())).map(check -> check.page(query))
                : Optional.empty();
    }

    private static Page version() {
        return Page.of(
                200,
                JSON,
                "{\"etcdserver\":\"%s\",\"etcdcluster\":\"%s\"}".formatted(ApiVersion.SERVER, ApiVersion.CLUSTER));
    }

    private CompletableFuture<Page> health(Map<String, List<String>> query) {
        boolean serializable = query.getOrDefault("serializable", List.of()).equals(List.of("true"));
        List<String> excluded = query.getOrDefault("exclude", List.of());
        return reader.read(
                        true,
                        workers.points(),
                        () -> keyspace.alarms().stream()
                                .filter(alarm ->
                                        !excluded.contains(alarm.getAlarm().name()))
                                .findFirst())
                .thenCompose(alarm -> alarm.isPresent()
                        ? CompletableFuture.completedFuture(unhealthy(reason(alarm.get())))
                        : healthOfReads(serializable));
    }

    private CompletableFuture<Page> healthOfReads(boolean serializable) {
        if (!serializable && replica.status().leader().isEmpty()) {
            return CompletableFuture.completedFuture(unhealthy("RAFT NO LEADER"));
        }
        return read(serializable)
                .handle((read, failure) -> failure == null
                        ? Page.text(200, HEALTHY)
                        : unhealthy("RANGE ERROR:"
                                + Statuses.of(failure).getStatus().getDescription()));
    }

    private static String reason(AlarmMember alarm) {
        return switch (alarm.getAlarm()) {
            case NOSPACE, CORRUPT -> "ALARM " + alarm.getAlarm();
            default -> "ALARM UNKNOWN";
        };
    }

    private static Page unhealthy(String reason) {
        String quoted = reason.replace("\\", "\\\\").replace("\"", "\\\"");
        return Page.text(UNAVAILABLE, "{\"health\":\"false\",\"reason\":\"" + quoted + "\"}\n");
    }

    private CompletableFuture<Void> read(boolean serializable) {
        return reader.read(serializable, workers.points(), () -> {
            keyspace.members();
            return null;
        });
    }

    private CompletableFuture<Void> checkCorruption() {
        return reader.read(true, workers.points(), () -> {
            if (keyspace.alarms().stream().anyMatch(alarm -> alarm.getAlarm() == AlarmType.CORRUPT)) {
                throw Statuses.of(EtcdError.CORRUPT);
            }
            return null;
        });
    }
}
