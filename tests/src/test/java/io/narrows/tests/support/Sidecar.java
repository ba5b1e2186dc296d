package io.narrows.tests.support;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A sidecar as users run it: {@code bin/narrows run}, a process on its node's host. */
public final class Sidecar {
    private static final Path LAUNCHER =
            Path.of("..", "bin", "narrows").toAbsolutePath().normalize();
    /** The first start of a build also makes the archive that the later ones start fast from. */
    private static final Duration START_LIMIT = Duration.ofMinutes(2);

    private final Host host;
    private final Path configFile;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private Server server;

    private Sidecar(Host host, Path configFile) {
        this.host = host;
        this.configFile = configFile;
    }

    /** Starts one and returns when it is ready. */
    public static Sidecar start(Host host, SidecarConfig config) throws IOException {
        Sidecar sidecar =
                new Sidecar(host, Files.writeString(host.directory().resolve("narrows.yaml"), config.toYaml()));
        sidecar.start();
        return sidecar;
    }

    /** Starts it again after its end, with the same configuration, and returns when it is ready. */
    public void start() {
        server = host.start("narrows", List.of(LAUNCHER.toString(), "run", "--config", configFile.toString()));
        Awaitility.await("sidecar of " + host.name())
                .atMost(START_LIMIT)
                .failFast(this::throwIfEnded)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> get("/readyz").statusCode() == 200);
    }

    private void throwIfEnded() {
        if (!server.isAlive()) {
            throw new IllegalStateException("sidecar of " + host.name() + " has ended:\n" + log());
        }
    }

    public void kill() {
        server.kill();
    }

    public void terminate() {
        server.terminate();
    }

    public int exitCode() {
        return server.exitCode();
    }

    public boolean isAlive() {
        return server.isAlive();
    }

    public String log() {
        return server.log();
    }

    public Metrics metrics() throws IOException {
        return new Metrics(get("/metrics").body());
    }

    /** Asks the admin page. */
    public HttpResponse<String> get(String path) throws IOException {
        URI uri = URI.create("http://%s:%d%s".formatted(host.ip(), SidecarConfig.ADMIN_PORT, path));
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
