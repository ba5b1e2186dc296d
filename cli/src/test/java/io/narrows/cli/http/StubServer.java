package io.narrows.cli.http;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** An HTTP server on loopback that answers every query. */
public final class StubServer implements AutoCloseable {
    private final HttpServer server;
    private final Queue<String> queries = new ConcurrentLinkedQueue<>();
    private final Queue<String> authorizations = new ConcurrentLinkedQueue<>();

    /** @param answers body by path and query, decoded */
    public StubServer(int status, Function<String, String> answers) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            URI asked = exchange.getRequestURI();
            String query =
                    asked.getPath() + "?" + String.valueOf(asked.getQuery()).replace('+', ' ');
            queries.add(query);
            authorizations.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
            byte[] body = answers.apply(query).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the paths and queries that were asked for. */
    public Queue<String> queries() {
        return queries;
    }

    /** Returns the headers of that name that came with them. */
    public Queue<String> authorizations() {
        return authorizations;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
