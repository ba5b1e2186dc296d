package io.narrows.tests.support;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Debian's Prometheus on the test's own host; scrapes once a second, under the job {@code narrows}. */
public final class PrometheusServer implements AutoCloseable {
    private static final int PORT = 9090;
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final Server server;
    private final String address;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /**
     * A scrape job for the targets.
     *
     * @param params of the query, as YAML
     */
    public record Job(String name, String params) {
        private String yaml(List<String> targets) {
            return "  - {job_name: %s, params: %s, static_configs: [{targets: %s}]}"
                    .formatted(name, params, list(targets));
        }
    }

    private PrometheusServer(Server server, String address) {
        this.server = server;
        this.address = address;
    }

    /**
     * Starts it and waits until it responds.
     *
     * @param targets as {@code host:port}
     * @param rules rule files
     */
    public static PrometheusServer start(Path directory, List<String> targets, List<Path> rules) throws IOException {
        return start(directory, PORT, targets, rules, List.of(new Job("narrows", "{}")));
    }

    /**
     * Starts it on a separate port, with several jobs for the same targets.
     *
     * @param flags added to its command line
     */
    public static PrometheusServer start(
            Path directory, int port, List<String> targets, List<Path> rules, List<Job> jobs, String... flags)
            throws IOException {
        String address = "127.0.0.1:" + port;
        Files.createDirectories(directory);
        Path config = Files.writeString(directory.resolve("prometheus.yaml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: %s
                scrape_configs:
                %s
                """.formatted(
                        list(rules), jobs.stream().map(job -> job.yaml(targets)).collect(Collectors.joining("\n"))));
        List<String> command = new ArrayList<>(List.of(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=" + address,
                "--log.level=warn"));
        command.addAll(List.of(flags));
        PrometheusServer prometheus =
                new PrometheusServer(Server.start(command, directory.resolve("prometheus.log")), address);
        Awaitility.await("prometheus")
                .atMost(START_LIMIT)
                .failFast(prometheus::throwIfEnded)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> prometheus.get("/-/ready").statusCode() == 200);
        return prometheus;
    }

    private static String list(List<?> items) {
        return items.stream().map(item -> "'" + item + "'").collect(Collectors.joining(", ", "[", "]"));
    }

    private void throwIfEnded() {
        if (!server.isAlive()) {
            throw new IllegalStateException("prometheus has ended:\n" + server.log());
        }
    }

    /** Returns label sets and values of a query at this moment, as in the API's response. */
    public List<Map<String, Object>> query(String expr) throws IOException {
        return result("/api/v1/query?query=" + encode(expr));
    }

    /** Returns the results over the last seconds, one value per second. */
    public List<Map<String, Object>> queryRange(String expr, int seconds) throws IOException {
        long now = Instant.now().getEpochSecond();
        return result(
                "/api/v1/query_range?step=1&start=%d&end=%d&query=%s".formatted(now - seconds, now, encode(expr)));
    }

    /**
     * Returns the single value of a query at this moment.
     *
     * @throws IOException if it has none, or several
     */
    public double figure(String expr) throws IOException {
        List<Map<String, Object>> series = query(expr);
        if (series.size() != 1) {
            throw new IOException(expr + ": expected one series, got " + series);
        }
        List<?> sample = cast(series.get(0).get("value"));
        return Double.parseDouble((String) sample.get(1));
    }

    /** Returns the groups of rules with the results of their last evaluation. */
    public String rules() throws IOException {
        return get("/api/v1/rules").body();
    }

    private List<Map<String, Object>> result(String path) throws IOException {
        HttpResponse<String> answer = get(path);
        if (answer.statusCode() != 200) {
            throw new IOException(path + ": " + answer.statusCode() + " " + answer.body());
        }
        Map<String, Object> data = cast(parse(answer.body()).get("data"));
        return cast(data.get("result"));
    }

    private HttpResponse<String> get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + path))
                .timeout(Duration.ofMinutes(1))
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Map<String, Object> parse(String json) {
        return cast(new Load(LoadSettings.builder().build()).loadFromString(json));
    }

    @SuppressWarnings("unchecked")
    private static <T> T cast(Object value) {
        return (T) value;
    }

    private static String encode(String expr) {
        return URLEncoder.encode(expr, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        server.kill();
    }
}
