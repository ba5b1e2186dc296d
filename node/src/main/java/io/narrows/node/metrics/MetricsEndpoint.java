package io.narrows.node.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.narrows.node.thread.DaemonThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Serves {@code GET /metrics} in a format that the client accepts, one request at a time. If a scrape fails, the
 * response has status 500 and describes the failure.
 */
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
     * Starts serving; no meters are exposed yet.
     *
     * @param address port 0 picks a free one
     * @throws IOException if the address cannot be bound; the message names it
     */
    public static MetricsEndpoint serve(InetSocketAddress address) throws IOException {
        return serve(address, new Exposition());
    }

    /**
     * Starts serving an existing exposition.
     *
     * @param exposition closed with the endpoint
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

    /** Exposes a store as {@link Exposition#show(StoreMetrics)} does. */
    public void show(StoreMetrics store) {
        exposition.show(store);
    }

    /** Returns the listen address, with the actual port. */
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
        Scrape scrape;
        try {
            scrape = exposition.scrape(
                    new ScrapeRequest(header(exchange, "Accept"), header(exchange, "Accept-Encoding")));
        } catch (RuntimeException e) {
            byte[] message = (e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
            send(exchange, 500, "text/plain; charset=utf-8", message);
            return;
        }
        if (!scrape.encoding().isEmpty()) {
            exchange.getResponseHeaders().set("Content-Encoding", scrape.encoding());
        }
        send(exchange, 200, scrape.contentType(), scrape.body());
    }

    private static String header(HttpExchange exchange, String name) {
        return String.join(",", exchange.getRequestHeaders().getOrDefault(name, List.of()));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Stops immediately; a response in progress is cut off. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdown();
        exposition.close();
    }
}
