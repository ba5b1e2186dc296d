package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import io.narrows.tests.kubernetes.ApiLoad;
import io.narrows.tests.kubernetes.ApiServer;
import io.narrows.tests.support.Host;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Sends requests to a kube-apiserver on a group, and measures the group's resource usage. */
public final class ApiServerTrial {
    private static final Duration WRITE_LIMIT = Duration.ofSeconds(90);
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MB = 1e6;
    private static final String WARM_UP = "warm-up";
    private static final String MEASURED = "measured";

    private final MeasuredGroup group;
    private final Host host;
    private final ApiServer server;
    private final int clients;
    private final int objects;

    private ApiServerTrial(MeasuredGroup group, Host host, ApiServer server, int clients, int objects) {
        this.group = group;
        this.host = host;
        this.server = server;
        this.clients = clients;
        this.objects = objects;
    }

    /**
     * Starts the API server on a group whose members are all started.
     *
     * @param clients number of clients, each with one request at a time
     * @param objects number of objects that {@link ApiRequest#CREATE} creates and the other requests change or read
     */
    public static ApiServerTrial start(MeasuredGroup group, int clients, int objects) throws IOException {
        Host host = group.client("kubernetes");
        return new ApiServerTrial(group, host, ApiServer.start(host, group.members()), clients, objects);
    }

    /**
     * Waits until the API server is ready, and sends requests of each kind, without measuring them: as many creations as are
     * measured.
     *
     * @param time of each kind but {@link ApiRequest#CREATE}
     */
    public void warmUp(Duration time) throws IOException {
        for (ApiRequest request : ApiRequest.values()) {
            rates(request, WARM_UP, objects, time);
        }
    }

    /**
     * Sends requests of one kind. {@link ApiRequest#CREATE} comes first.
     *
     * @param time of each kind but {@link ApiRequest#CREATE}
     * @throws IOException if requests failed
     */
    public Map<Metric, Double> run(ApiRequest request, Duration time) throws IOException {
        Taken before = group.taken();
        RequestRates rates = rates(request, MEASURED, objects, time);
        server.requireAlive();
        group.requireAlive();
        return figures(rates, group.taken().since(before), group.residentBytes());
    }

    private RequestRates rates(ApiRequest request, String namespace, int count, Duration time) throws IOException {
        return RequestRates.parse(load(
                "rates",
                "-request=" + request.label(),
                "-namespace=" + namespace,
                "-clients=" + clients,
                "-objects=" + count,
                "-for=" + time.toMillis() + "ms"));
    }

    static Map<Metric, Double> figures(RequestRates rates, Taken taken, long residentBytes) {
        Map<Metric, Double> figures = StoreFigures.ofUse(taken, rates.requests());
        figures.put(Metric.OPERATIONS_PER_S, rates.requests() / rates.seconds());
        figures.put(Metric.P50_MS, rates.p50Seconds() * MILLIS_PER_SECOND);
        figures.put(Metric.P99_MS, rates.p99Seconds() * MILLIS_PER_SECOND);
        figures.put(Metric.RESIDENT_MB, residentBytes / BYTES_PER_MB);
        return figures;
    }

    /**
     * Kills all members and starts them again. Measures the time from then until a member acknowledges a put, and until a write through
     * the API server takes effect.
     */
    public Map<Metric, Double> recover() {
        group.killAll();
        long begun = System.nanoTime();
        group.startAll();
        try (FirstWrite write = FirstWrite.begin(group.endpoints())) {
            load("await-write", "-namespace=" + MEASURED);
            Map<Metric, Double> figures = new EnumMap<>(Metric.class);
            figures.put(Metric.SECONDS, (System.nanoTime() - begun) / NANOS_PER_SECOND);
            figures.put(Metric.STORE_SECONDS, (write.await(WRITE_LIMIT) - begun) / NANOS_PER_SECOND);
            return figures;
        }
    }

    private String load(String command, String... arguments) {
        List<String> whole = new ArrayList<>(
                List.of(ApiLoad.PROGRAM.toString(), command, "-server=" + server.url(), "-token=" + ApiServer.TOKEN));
        whole.addAll(List.of(arguments));
        return host.run(whole.toArray(String[]::new));
    }
}
