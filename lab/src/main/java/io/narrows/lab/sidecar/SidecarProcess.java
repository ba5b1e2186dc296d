package io.narrows.lab.sidecar;

import io.narrows.lab.process.ChildProcess;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/** A sidecar in a separate process that ends with this one. */
public final class SidecarProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int REQUEST_MILLIS = 5_000;

    private final String admin;
    private final Path config;
    private final ChildProcess process;

    private SidecarProcess(String admin, Path config, ChildProcess process) {
        this.admin = admin;
        this.config = config;
        this.process = process;
    }

    /**
     * Starts a sidecar.
     *
     * @param place its place in messages, such as a region
     * @param admin its {@code admin.listen}
     * @param config its configuration; the log is written next to it
     * @param main the program's main class, whose {@code run} verb runs the sidecar
     */
    public static SidecarProcess start(String place, String admin, Path config, Class<?> main) throws IOException {
        Path log = config.resolveSibling(config.getFileName() + ".log");
        ChildProcess process = ChildProcess.start(
                "the sidecar of " + place,
                log,
                List.of(),
                main,
                "run",
                "--while-stdin-open",
                "--config",
                config.toString());
        return new SidecarProcess(admin, config, process);
    }

    /** Waits until it accepts traffic. */
    public void awaitReady() throws IOException, InterruptedException {
        process.awaitReady(START_LIMIT, this::ready);
    }

    private boolean ready() throws IOException {
        try {
            return request("GET", "/readyz").getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (ConnectException e) {
            return false;
        }
    }

    /** Applies a new configuration. */
    public void reload(String configText) throws IOException {
        Path next = Files.writeString(config.resolveSibling(config.getFileName() + ".next"), configText);
        Files.move(next, config, StandardCopyOption.ATOMIC_MOVE);
        HttpURLConnection answer = request("POST", "/-/reload");
        if (answer.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw process.failure("rejected its configuration");
        }
    }

    /** Returns its current metrics. */
    public Scrape scrape() throws IOException {
        process.checkAlive();
        try (var body = request("GET", "/metrics").getInputStream()) {
            return Scrape.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    public long pid() {
        return process.pid();
    }

    private HttpURLConnection request(String method, String path) throws IOException {
        URI uri = URI.create("http://" + admin + path);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(REQUEST_MILLIS);
        connection.setReadTimeout(REQUEST_MILLIS);
        return connection;
    }

    /** Lets it drain, and kills it if it does not exit. */
    @Override
    public void close() {
        process.close();
    }
}
