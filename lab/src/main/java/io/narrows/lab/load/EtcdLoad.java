package io.narrows.lab.load;

import com.sun.management.OperatingSystemMXBean;
import io.narrows.node.thread.DaemonThreads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The load of a Kubernetes cluster on a store with etcd's API: API servers that create, change, delete and read pods and
 * write events, kubelets that renew the Leases of their nodes, and watches. Call {@link #prepare}, maybe {@link #warmUp},
 * {@link #start} and {@link #awaitEnd} in this order and once each; {@link #figures} and {@link #stop} at any time from any
 * thread.
 */
public final class EtcdLoad implements AutoCloseable {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final double NANOS_OF_SECOND = 1e9;
    private static final long RENEWAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long OPEN_SECONDS = 20;
    private static final long LAST_EVENTS_MILLIS = 2_000;
    private static final long POLL_MILLIS = 5;

    private final LoadSettings settings;
    private final Endpoints endpoints;
    private final ScheduledThreadPoolExecutor timer;
    private final List<ApiServer> apiServers = new ArrayList<>();
    private final List<NodeLeases> nodes = new ArrayList<>();
    private final LoadTally tally = new LoadTally();
    private @Nullable Watchers watchers; // null until furnish is done

    @SuppressWarnings("NullAway.Init") // set by begin
    private ClientGroup working;

    @SuppressWarnings("NullAway.Init") // set by begin
    private ClientGroup renewing;

    @SuppressWarnings("NullAway.Init") // set by begin
    private Future<?> stopping;

    private long start;
    private long cpuAtStart;
    private volatile long end;
    private volatile long cpuAtEnd;

    private EtcdLoad(LoadSettings settings, Endpoints endpoints) {
        this.settings = settings;
        this.endpoints = endpoints;
        this.timer = timer();
        KubernetesObjects objects = new KubernetesObjects(
                settings.population().seed(), settings.population().podBytes());
        EventLeases leases = new EventLeases();
        for (int client = 0; client < settings.demand().clients(); client++) {
            apiServers.add(new ApiServer(
                    objects, settings.demand(), leases, settings.population().seed(), client));
        }
        for (int node = 0; node < settings.population().nodes(); node++) {
            nodes.add(new NodeLeases(objects, node));
        }
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("narrows-load"));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /**
     * Connects, deletes what an earlier load left, creates the initial objects, and opens the watches.
     *
     * @throws IOException if a certificate file cannot be read, or no server performs the requests
     */
    public static EtcdLoad prepare(LoadSettings settings) throws IOException, InterruptedException {
        EtcdLoad load = new EtcdLoad(settings, Endpoints.open(settings.endpoints(), settings.tls()));
        try {
            load.furnish();
            return load;
        } catch (IOException | InterruptedException | RuntimeException e) {
            load.close();
            throw e;
        }
    }

    private void furnish() throws IOException, InterruptedException {
        Preparation preparation = new Preparation(endpoints, timer);
        preparation.clear();
        List<Script> scripts = new ArrayList<>();
        for (int client = 0; client < apiServers.size(); client++) {
            scripts.add(apiServers.get(client).filling(settings.podsOf(client)));
        }
        nodes.forEach(node -> scripts.add(node.creation()));
        preparation.fill(scripts);
        watchers = new Watchers(endpoints, settings.demand().watches(), preparation.revision() + 1, timer);
        preparation.await(watchers.open(), OPEN_SECONDS);
    }

    private Watchers watchers() {
        return Objects.requireNonNull(watchers);
    }

    /**
     * Runs the load for this time without counting its operations, except as events of watches. Returns once all operations
     * have finished.
     */
    public void warmUp(Duration time) throws InterruptedException {
        begin(System.nanoTime(), time, new LoadTally());
        awaitClients();
    }

    /** Starts the load. Returns immediately. */
    public void start() {
        cpuAtStart = PROCESS.getProcessCpuTime();
        start = System.nanoTime();
        begin(start, settings.time(), tally);
    }

    private void begin(long start, Duration time, LoadTally into) {
        LoadListener recorder = new Recorder(into, watchers());
        working = new ClientGroup(endpoints, recorder, timer);
        renewing = new ClientGroup(endpoints, recorder, timer);
        for (int client = 0; client < apiServers.size(); client++) {
            Script script = apiServers.get(client).working(settings.writesOf(client));
            working.add(script, settings.demand().paceOf(client, start));
        }
        for (int node = 0; node < nodes.size(); node++) {
            long first = start + RENEWAL_NANOS * node / nodes.size();
            renewing.add(nodes.get(node), Pace.fixed(first, RENEWAL_NANOS));
        }
        stopping = timer.schedule(this::stop, time.toNanos(), TimeUnit.NANOSECONDS);
        working.start();
        renewing.start();
    }

    /** Stops new operations. */
    public void stop() {
        working.stop();
        renewing.stop();
    }

    /** Waits until all operations have finished, and their events have arrived or been missing for two seconds. */
    public LoadFigures awaitEnd() throws InterruptedException {
        awaitClients();
        cpuAtEnd = PROCESS.getProcessCpuTime();
        end = System.nanoTime();
        for (long waited = 0; waited < LAST_EVENTS_MILLIS && watchers().missing() > 0; waited += POLL_MILLIS) {
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return figures();
    }

    private void awaitClients() throws InterruptedException {
        try {
            working.end().get();
            renewing.stop();
            renewing.end().get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        stopping.cancel(false);
    }

    /** Returns the results so far. */
    public LoadFigures figures() {
        boolean over = end != 0;
        long nanos = (over ? end : System.nanoTime()) - start;
        long cpu = (over ? cpuAtEnd : PROCESS.getProcessCpuTime()) - cpuAtStart;
        return tally.figures(nanos / NANOS_OF_SECOND, watchers().figures(), cpu / NANOS_OF_SECOND);
    }

    /** Closes all connections. Written data stays in the store. */
    @Override
    public void close() {
        if (watchers != null) {
            watchers.close();
        }
        timer.shutdownNow();
        endpoints.close();
    }
}
