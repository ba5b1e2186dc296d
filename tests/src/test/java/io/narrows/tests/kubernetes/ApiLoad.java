package io.narrows.tests.kubernetes;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** The program of {@code tests/src/test/go/kubernetes}, which puts a load on an API server and checks its responses. */
public final class ApiLoad {
    /** @param done requests that took effect */
    record Counts(long done, long refused, long unknown) {
        static Counts parse(String text) {
            String[] fields = text.strip().split(" ");
            return new Counts(Long.parseLong(fields[0]), Long.parseLong(fields[1]), Long.parseLong(fields[2]));
        }
    }

    public static final Path PROGRAM = Path.of("target", "kubernetes-load").toAbsolutePath();

    private static final int CONTROL_PORT = 9000;
    private static final String COUNTS = "operations ";

    /** Time for objects to settle, Events to expire and watchers to catch up. */
    private static final Duration END_LIMIT = Duration.ofMinutes(12);

    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

    private final Host host;
    private final Server server;
    private final HttpClient http = HttpClient.newHttpClient();

    private ApiLoad(Host host, Server server) {
        this.host = host;
        this.server = server;
    }

    /** Starts the load, which itself waits for the API server. */
    static ApiLoad start(Host host, ApiServer server, long seed) {
        return new ApiLoad(
                host,
                host.start(
                        "load",
                        List.of(
                                PROGRAM.toString(),
                                "load",
                                "-server=" + server.url(),
                                "-token=" + ApiServer.TOKEN,
                                "-control=" + host.ip() + ":" + CONTROL_PORT,
                                "-seed=" + seed)));
    }

    /** Returns the number of requests by outcome so far. */
    Counts counts() throws IOException {
        return Counts.parse(ask("/"));
    }

    /** Returns whether the API server reports that it is ready. */
    boolean isServerReady() throws IOException {
        return ask("/ready").strip().equals("200");
    }

    /** Ends the load, waits for its verdict, and returns the report, one line each. */
    List<String> end() throws IOException {
        ask("/end");
        Awaitility.await("the judgement of the load")
                .atMost(END_LIMIT)
                .pollInterval(Duration.ofMillis(200))
                .until(() -> !server.isAlive());
        return server.log().lines().toList();
    }

    /** Returns the counts of a report; none if the load did not complete. */
    static Counts counts(List<String> report) {
        return report.stream()
                .filter(line -> line.startsWith(COUNTS))
                .map(line -> Counts.parse(line.substring(COUNTS.length())))
                .findFirst()
                .orElse(new Counts(0, 0, 0));
    }

    /** @throws IllegalStateException if it has ended on its own */
    void requireAlive() {
        if (!server.isAlive()) {
            throw new IllegalStateException("the load has ended:\n" + server.log());
        }
    }

    private String ask(String path) throws IOException {
        URI uri = URI.create("http://%s:%d%s".formatted(host.ip(), CONTROL_PORT, path));
        try {
            return http.send(HttpRequest.newBuilder(uri).timeout(ANSWER_LIMIT).build(), BodyHandlers.ofString())
                    .body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
