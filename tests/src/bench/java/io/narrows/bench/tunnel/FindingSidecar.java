package io.narrows.bench.tunnel;

import java.io.Closeable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** A sidecar that {@code bin/narrows} starts and that finds its peers in a file. It does not warm up. */
public final class FindingSidecar implements Closeable {
    /** The id of its node. */
    public static final String NODE = "node";

    private static final int ADMIN_PORT = 9901;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_NANOS = 10_000_000;

    private final long started = System.nanoTime();
    private final EndProcess process;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param peers content of the file */
    public FindingSidecar(Path directory, String peers) throws IOException {
        Files.writeString(directory.resolve("peers.yaml"), peers);
        Path config = Files.writeString(directory.resolve("narrows.yaml"), """
                version: 1
                node: {id: %s, region: eu, zone: eu-1, host: h}
                link: {listen: '127.0.0.1:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers-from: [{file: peers.yaml, plaintext: true, max-peers: 10000}]
                admin: {listen: '127.0.0.1:%d'}
                """.formatted(NODE, ADMIN_PORT));
        process = EndProcess.start(NarrowsPeer.command(Jvm.AS_SHIPPED, config), directory.resolve("narrows.log"));
    }

    /** Waits until it listens, and returns the time since its start. */
    public Duration awaitListening() throws IOException {
        return process.awaitListening(ADMIN_PORT);
    }

    /** Waits until that many nodes are peers, and returns the time since its start. */
    public Duration awaitPeers(int count) throws IOException {
        String value = "state=\"peer\"} " + count + ".0";
        return await(() -> scrape("off")
                .lines()
                .anyMatch(line -> line.startsWith("narrows_discovery_endpoints{") && line.endsWith(value)));
    }

    /** Waits until there is a link to each peer, and returns the time since its start. */
    public Duration awaitLinks() throws IOException {
        return await(() -> get("/readyz?peers=1").statusCode() == 200);
    }

    private Duration await(Callable<Boolean> condition) throws IOException {
        try {
            while (!condition.call()) {
                if (!process.isAlive() || System.nanoTime() - started > LIMIT.toNanos()) {
                    throw new IOException("the sidecar does not find its peers: " + process.log());
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        return Duration.ofNanos(System.nanoTime() - started);
    }

    public Resident resident() throws IOException {
        return ProcessTree.resident(process.handle());
    }

    /** Returns its metrics as text, with a level of detail. */
    public String scrape(String level) throws IOException {
        return get("/metrics?per-peer=" + level).body();
    }

    private HttpResponse<String> get(String path) throws IOException {
        URI uri = URI.create("http://127.0.0.1:" + ADMIN_PORT + path);
        try {
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
