package io.narrows.cli.demo;

import io.narrows.cli.process.JavaCommand;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A sidecar in a process of its own. It ends when its standard input does, so that it cannot outlive the demo, whatever
 * the demo dies of.
 */
final class SidecarProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(20);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(3);
    private static final long POLL_MILLIS = 25;
    private static final int REQUEST_MILLIS = 5_000;

    private final Site site;
    private final Path config;
    private final Path log;
    private final Process process;

    /** @param main the program's main class, whose {@code run} verb the sidecar is */
    private SidecarProcess(Site site, Path config, Path log, Class<?> main) throws IOException {
        this.site = site;
        this.config = config;
        this.log = log;
        this.process = new ProcessBuilder(
                        JavaCommand.of(main, "run", "--while-stdin-open", "--config", config.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(log.toFile())
                .start();
    }

    static SidecarProcess start(Site site, String configText, Path folder, Class<?> main) throws IOException {
        Path config = Files.writeString(folder.resolve(site.node() + ".yaml"), configText);
        return new SidecarProcess(site, config, folder.resolve(site.node() + ".log"), main);
    }

    void awaitReady() throws IOException, InterruptedException {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!ready()) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IOException("the sidecar of " + site.region() + " did not start: " + lastWords());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private boolean ready() throws IOException {
        try {
            return request("GET", "/readyz").getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (ConnectException e) {
            return false;
        }
    }

    /** Makes another configuration effective. */
    void reload(String configText) throws IOException {
        Path next = Files.writeString(config.resolveSibling(config.getFileName() + ".next"), configText);
        Files.move(next, config, StandardCopyOption.ATOMIC_MOVE);
        HttpURLConnection answer = request("POST", "/-/reload");
        if (answer.getResponseCode() != HttpURLConnection.HTTP_OK) {
            throw new IOException("the sidecar of " + site.region() + " refused its configuration: " + lastWords());
        }
    }

    Scrape scrape() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("the sidecar of " + site.region() + " ended: " + lastWords());
        }
        try (var body = request("GET", site.metrics().getPath()).getInputStream()) {
            return Scrape.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private HttpURLConnection request(String method, String path) throws IOException {
        URI uri = URI.create("http://" + site.admin() + path);
        HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout(REQUEST_MILLIS);
        connection.setReadTimeout(REQUEST_MILLIS);
        return connection;
    }

    private String lastWords() throws IOException {
        var lines = Files.readAllLines(log);
        return lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    }

    /** Lets it drain; one that does not end by itself is killed. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
        try {
            if (!process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
