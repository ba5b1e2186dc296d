package io.narrows.proxy.discovery.kubernetes;

import io.narrows.proxy.discovery.Backoff;
import io.narrows.proxy.discovery.EndpointSource;
import io.narrows.proxy.discovery.SourceReports;
import io.narrows.proxy.transport.ErrorText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A source of peers in a Kubernetes cluster: the endpoints of a Service, from its EndpointSlices. Lists them, and then
 * watches them from the list's resource version on; lists them again if that version is no longer known (410). The location
 * of an endpoint is given if its zone, its node and the node's region are all known.
 *
 * <p>Endpoints that are not ready count as well, unless they are terminating and no longer serve: databases must find their
 * peers before they are ready, and a peer's own hello shows whether it can be used.
 *
 * <p>The service account of the pod needs {@code get}, {@code list} and {@code watch} of {@code endpointslices}, and for
 * locations {@code get} of {@code nodes}. If a request fails, the last endpoints remain, and it is repeated after 1 s, then
 * after longer and longer waits, up to 30 s. If the Service has no EndpointSlice at all, which is also what a mistyped name looks like, this
 * is a failure.
 */
public final class KubernetesSource implements EndpointSource {
    private static final String RULE =
            "get, list and watch of endpointslices in the API group discovery.k8s.io (a Role in the namespace)";

    /** After this time the server ends a watch, and the next one begins. Bounds the life of a dead connection. */
    private static final Duration WATCH = Duration.ofMinutes(4);

    private static final Duration WATCH_LIMIT = WATCH.plusSeconds(20);

    /** A watch that lasted as long was not refused. */
    private static final Duration LASTED = Duration.ofSeconds(5);

    private static final Duration REFRESH_INTERVAL = Duration.ofSeconds(10);

    /** An endpoint whose place becomes known later is another one, so usual answers are waited for. */
    private static final Duration PLACES_WAIT = Duration.ofSeconds(2);

    private final Optional<String> namespace;
    private final String service;
    private final ServiceAccount account;
    private final ScheduledExecutorService executor;
    private final Duration refreshInterval;
    private final Duration placesWait;
    private final Slices slices;
    private final NodeRegions regions = new NodeRegions();
    private final Backoff backoff =
            new Backoff(() -> ThreadLocalRandom.current().nextDouble());
    private final SourceReports reports = new SourceReports();
    private volatile @Nullable Future<?> request;
    private volatile @Nullable Future<?> planned;

    // Guarded by this.
    private @Nullable ApiClient api;
    private String version = ""; // of the slices
    private boolean listing = true; // whether they are listed next, rather than watched
    private int session; // of the requests whose answers count
    private boolean learning;
    private boolean learnAgain;
    private Optional<String> failure = Optional.empty(); // of the last request
    private long listed = System.nanoTime() - REFRESH_INTERVAL.toNanos();

    /**
     * @param namespace of the Service; empty for that of the pod
     * @param environment names the API server, as in every container of a cluster
     * @param executor executor that reads files and answers; its threads may be blocked while it reads
     */
    public KubernetesSource(
            Optional<String> namespace,
            String service,
            SlicePort port,
            Map<String, String> environment,
            ScheduledExecutorService executor) {
        this(namespace, service, port, ServiceAccount.in(environment), executor, REFRESH_INTERVAL, PLACES_WAIT);
    }

    KubernetesSource(
            Optional<String> namespace,
            String service,
            SlicePort port,
            ServiceAccount account,
            ScheduledExecutorService executor,
            Duration refreshInterval,
            Duration placesWait) {
        this.namespace = namespace;
        this.service = service;
        this.account = account;
        this.executor = executor;
        this.refreshInterval = refreshInterval;
        this.placesWait = placesWait;
        this.slices = new Slices(port);
    }

    @Override
    public void start(Listener listener) {
        reports.start(listener);
        plan(Duration.ZERO);
    }

    /** Lists the slices again, at most once in 10 s: a watch reports every change, unless its connection is dead. */
    @Override
    public void refresh() {
        SourceReports.execute(executor, this::listAgain);
    }

    private synchronized void listAgain() {
        if (reports.isStarted() && !listing) {
            listing = true;
            Duration wait = refreshInterval.minusNanos(System.nanoTime() - listed);
            plan(wait.isNegative() ? Duration.ZERO : wait);
        }
    }

    @Override
    public Optional<String> problem() {
        return reports.problem();
    }

    @Override
    public void close() {
        reports.close();
        cancel(request);
        cancel(planned);
    }

    private static void cancel(@Nullable Future<?> running) {
        if (running != null) {
            running.cancel(true);
        }
    }

    /** Begins a request after a wait. Until then, the current one goes on. */
    private synchronized void plan(Duration wait) {
        cancel(planned);
        if (!reports.isClosed()) {
            try {
                planned = executor.schedule(this::begin, wait.toNanos(), TimeUnit.NANOSECONDS);
            } catch (RejectedExecutionException e) {
                reports.close(); // the sidecar is stopping
            }
        }
    }

    private synchronized void begin() {
        if (reports.isClosed()) {
            return;
        }
        session++;
        cancel(request);
        try {
            if (api == null || !api.isCurrent()) {
                api = ApiClient.of(account, executor);
            }
            ApiPath path = new ApiPath(namespace.isPresent() ? namespace.get() : account.namespace(), service);
            if (listing) {
                listed = System.nanoTime();
                regions.retry();
                list(api, path, "", new ArrayList<>(), session);
            } else {
                watch(api, path, session);
            }
        } catch (IOException | RuntimeException e) { // neither must end the source
            failed(ApiException.of(e));
        }
    }

    /** Keeps a request, so that it can be canceled. */
    private void began(Future<?> sent) {
        request = sent;
        if (reports.isClosed()) {
            sent.cancel(true);
        }
    }

    private void list(ApiClient client, ApiPath path, String next, List<Slice> read, int of) {
        CompletableFuture<byte[]> answer = client.get(path.page(next), "application/json", RULE);
        began(answer);
        answer.whenComplete((body, broken) -> {
            if (broken == null) {
                listed(client, path, body, read, of);
            } else {
                ended(broken, of);
            }
        });
    }

    private synchronized void listed(ApiClient client, ApiPath path, byte[] body, List<Slice> read, int of) {
        if (of != session) {
            return;
        }
        try {
            SlicePage page = ApiJson.page(body);
            read.addAll(page.slices());
            Slices.requireBounded(read);
            if (page.next().isEmpty()) {
                slices.replace(read);
                version = page.version();
                listing = false;
                failure = Optional.empty();
                learn(client);
                watch(client, path, of);
            } else {
                list(client, path, page.next(), read, of);
            }
        } catch (IOException | RuntimeException e) { // neither must end the source
            failed(e);
        }
    }

    private void watch(ApiClient client, ApiPath path, int of) {
        long began = System.nanoTime();
        AtomicBoolean open = new AtomicBoolean();
        CompletableFuture<byte[]> end = client.lines(
                path.watch(version, WATCH),
                RULE,
                WATCH_LIMIT,
                () -> {
                    open.set(true);
                    opened(client, of);
                },
                line -> happened(client, line, of));
        began(end);
        end.whenComplete((nothing, broken) -> {
            if (broken == null || open.get()) { // a connection may break; only if no other can be made, it is a failure
                ended(began, of);
            } else {
                ended(broken, of);
            }
        });
    }

    private synchronized void opened(ApiClient client, int of) {
        if (of == session) {
            failure = Optional.empty();
            learn(client);
        }
    }

    private synchronized void happened(ApiClient client, byte[] line, int of) {
        if (of != session) {
            return;
        }
        try {
            WatchEvent event = ApiJson.event(line);
            switch (event.type()) {
                case "ADDED", "MODIFIED" -> slices.put(event.slice());
                case "DELETED" -> slices.remove(event.slice().name());
                case "ERROR" ->
                    throw new ApiException(
                            "the watch of EndpointSlices ended: " + event.status(),
                            event.status().code());
                default -> {} // a bookmark has a version only
            }
            version = event.version().isEmpty() ? version : event.version();
            if (!event.type().equals("BOOKMARK")) {
                learn(client);
            }
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Continues after a watch that ended. */
    private synchronized void ended(long began, int of) {
        if (!reports.isClosed() && of == session) {
            boolean lasted = System.nanoTime() - began >= LASTED.toNanos();
            if (lasted) {
                backoff.succeeded();
            }
            session++;
            plan(lasted ? Duration.ZERO : backoff.failed());
        }
    }

    private void ended(Throwable broken, int of) {
        if (!reports.isClosed()) { // closing must not wait for the listener
            endedWhileOpen(broken, of);
        }
    }

    private synchronized void endedWhileOpen(Throwable broken, int of) {
        if (of == session) {
            failed(ApiException.of(broken));
        }
    }

    /** Tries again later. A version that the server no longer knows is no failure; the slices are listed again. */
    private void failed(Exception cause) {
        session++;
        cancel(request);
        boolean gone = cause instanceof ApiException refused && refused.code() == Status.GONE;
        listing |= gone || !(cause instanceof ApiException); // what was read may be incomplete
        plan(backoff.failed());
        if (!gone) {
            failure = Optional.of(ErrorText.of(cause));
            reports.failed(failure.get());
        }
    }

    /** Learns the regions of new nodes, and then reports; if that takes long, reports them without their places before. */
    private void learn(ApiClient client) {
        if (learning) {
            learnAgain = true;
            return;
        }
        learning = true;
        CompletableFuture<Void> learned = regions.learn(client, slices.nodes());
        if (!learned.isDone()) {
            later(() -> reportUnless(learned));
        }
        learned.whenComplete((done, broken) -> learned(client));
    }

    private void later(Runnable work) {
        try {
            executor.schedule(work, placesWait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            reports.close(); // the sidecar is stopping
        }
    }

    /** Peers must not wait for their places longer than this. */
    private synchronized void reportUnless(CompletableFuture<Void> learned) {
        if (!reports.isClosed() && !learned.isDone()) {
            report();
        }
    }

    private synchronized void learned(ApiClient client) {
        learning = false;
        if (learnAgain) {
            learnAgain = false;
            learn(client);
        } else if (!reports.isClosed()) {
            report();
        }
    }

    private void report() {
        Optional<String> mistake = slices.isEmpty()
                ? Optional.of("the namespace has no EndpointSlice of the Service \"" + service + "\"")
                : slices.withoutPort();
        reports.found(slices.endpoints(regions::region), failure.or(() -> mistake));
    }
}
