package io.narrows.tests.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A headless Chromium with a separate profile. */
public final class Chromium implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final Process process;
    private final int port;

    private Chromium(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** @param directory for its profile and its log */
    public static Chromium start(Path directory) throws IOException {
        Path profile = Files.createDirectories(directory.resolve("chromium"));
        Process process = new ProcessBuilder(
                        "chromium",
                        "--headless=new",
                        "--no-sandbox", // tests may run as root, and open only their own pages
                        "--disable-gpu",
                        "--no-first-run",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("chromium.log").toFile())
                .start();
        Path portFile = profile.resolve("DevToolsActivePort");
        Awaitility.await("Chromium")
                .atMost(START_LIMIT)
                .failFast(() -> !process.isAlive())
                .until(() ->
                        Files.exists(portFile) && Files.readAllLines(portFile).size() > 1);
        return new Chromium(
                process, Integer.parseInt(Files.readAllLines(portFile).get(0)));
    }

    /** Opens the page in a new tab. */
    public Tab open(String url, Viewport viewport) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/new?about:blank"))
                .method("PUT", HttpRequest.BodyPublishers.noBody())
                .build();
        try {
            String answer = HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body();
            String address = (String) Json.parse(answer).get("webSocketDebuggerUrl");
            return new Tab(new DevTools(URI.create(address)), url, viewport);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Stops the browser and its child processes. */
    @Override
    public void close() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
        process.onExit().join();
    }
}
