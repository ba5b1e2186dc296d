package io.narrows.node.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.narrows.node.thread.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves {@code GET /metrics} in the Prometheus text format, one request at a time. 500 says what failed. */
public final class MetricsEndpoint implements AutoCloseable {
    private static final String PATH = "/metrics";
    private static final int NO_BODY = -1;

    private final Exposition exposition;
    private final ExecutorService executor = Executors.newSingleThreadExecutor(DaemonThreads.named("narrows-metrics"));
    private final HttpServer server;

    private MetricsEndpoint(HttpServer server, Exposition exposition) {
        this.server = server;
        this.exposition = exposition;
    }

    /**
     * Begins to serve; nothing is shown yet.
     *
     * @param address with port 0 a free one is taken
     * @throws IOException when the address cannot be listened on; the message names it
     */
    public static MetricsEndpoint serve(InetSocketAddress address) throws IOException {
        return serve(address, new Exposition());
    }

    /**
     * Begins to serve what is shown elsewhere.
     *
     * @param exposition is closed with the endpoint
     * @throws IOException as {@link #serve(InetSocketAddress)}
     */
    public static MetricsEndpoint serve(InetSocketAddress address, Exposition exposition) throws IOException {
        MetricsEndpoint endpoint = new MetricsEndpoint(listen(address), exposition);
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

    /** As {@link Exposition#show(StoreMetrics)}. */
    public void show(StoreMetrics store) {
        exposition.show(store);
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
                scrape(exchange);
            }
        }
    }

    private void scrape(HttpExchange exchange) throws IOException {
        String page;
        try {
            page = exposition.scrape();
        } catch (RuntimeException e) {
            send(exchange, 500, "text/plain; charset=utf-8", e.getMessage() + "\n");
            return;
        }
        send(exchange, 200, Exposition.CONTENT_TYPE, page);
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Ends at once; a request that is being answered is cut off. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdown();
        exposition.close();
    }
}
