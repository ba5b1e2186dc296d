package io.narrows.node.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves {@code GET /metrics} in the Prometheus text format, one request at a time. */
public final class MetricsEndpoint implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final int NO_BODY = -1;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final ExecutorService executor = Executors.newSingleThreadExecutor(MetricsEndpoint::thread);
    private final HttpServer server;

    private MetricsEndpoint(HttpServer server) {
        this.server = server;
    }

    /**
     * Begins to serve.
     *
     * @param address with port 0 a free one is taken
     * @param what is shown; who gives it closes it, before this endpoint or after it
     * @throws IOException when the address cannot be listened on; the message names it
     */
    public static MetricsEndpoint serve(InetSocketAddress address, MeterBinder what) throws IOException {
        MetricsEndpoint endpoint = new MetricsEndpoint(listen(address));
        what.bindTo(endpoint.registry);
        endpoint.server.setExecutor(endpoint.executor);
        endpoint.server.createContext("/", endpoint::answer);
        endpoint.server.start();
        return endpoint;
    }

    private static HttpServer listen(InetSocketAddress address) throws IOException {
        try {
            return HttpServer.create(address, 0);
        } catch (IOException e) {
            throw new IOException("cannot serve metrics on " + address + ": " + e.getMessage(), e);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "narrows-metrics");
        thread.setDaemon(true);
        return thread;
    }

    /** Where it listens, with the port that was taken. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                exchange.sendResponseHeaders(404, NO_BODY);
            } else if (!method.equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                exchange.sendResponseHeaders(405, NO_BODY);
            } else {
                send(exchange, registry.scrape(CONTENT_TYPE).getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    private static void send(HttpExchange exchange, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", CONTENT_TYPE);
        exchange.sendResponseHeaders(200, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Ends at once; a request that is being answered is cut off. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        registry.close();
    }
}
