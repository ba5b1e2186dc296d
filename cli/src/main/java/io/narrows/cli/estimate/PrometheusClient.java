package io.narrows.cli.estimate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Queries a Prometheus server, or one with its HTTP API, as of now. */
final class PrometheusClient {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MOST_ERROR_BYTES = 4096;

    private final URI server;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** @param server URL of the server, without the path of its API */
    PrometheusClient(URI server) {
        this.server = server;
    }

    /**
     * A series of the result.
     *
     * @param labels by their names
     */
    record Sample(SortedMap<String, String> labels, double value) {}

    /**
     * Returns the series of a query that have a finite value.
     *
     * @throws IOException if the server does not answer with them; the message names the server
     */
    List<Sample> query(String promql) throws IOException {
        if (!Set.of("http", "https").contains(String.valueOf(server.getScheme())) || server.getHost() == null) {
            throw new IOException(server + ": not a server (expected: http://HOST:PORT or https://HOST)");
        }
        String base = server.toString().replaceFirst("/+$", "");
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(base + "/api/v1/query?query=" + URLEncoder.encode(promql, StandardCharsets.UTF_8)))
                .timeout(PATIENCE)
                .build();
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != HttpURLConnection.HTTP_OK) {
                    String text = new String(body.readNBytes(MOST_ERROR_BYTES), StandardCharsets.UTF_8);
                    throw new IOException(
                            server + ": status " + response.statusCode() + " for " + promql + ": " + printable(text));
                }
                return series(body);
            }
        } catch (ConnectException e) {
            throw new IOException(server + ": cannot connect", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(server + ": interrupted", e);
        }
    }

    private static String printable(String text) {
        return text.strip().replaceAll("\\p{Cntrl}", " ");
    }

    private List<Sample> series(InputStream body) throws IOException {
        List<Sample> samples = new ArrayList<>();
        boolean vector = false;
        try (JsonParser json = new JsonFactory().createParser(body)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token == JsonToken.FIELD_NAME && json.currentName().equals("resultType")) {
                    vector = "vector".equals(json.nextTextValue());
                } else if (token == JsonToken.FIELD_NAME && json.currentName().equals("metric")) {
                    sample(json, samples);
                }
            }
        } catch (JsonProcessingException e) {
            throw new IOException(server + ": the answer is not JSON: " + e.getOriginalMessage(), e);
        }
        if (!vector) {
            throw new IOException(server + ": the answer is no instant vector (expected: a query such as"
                    + " sum by (source, destination) (rate(NAME[5m])))");
        }
        return samples;
    }

    /** Reads {@code "metric": {…}, "value": [time, "text"]}. */
    private static void sample(JsonParser json, List<Sample> samples) throws IOException {
        SortedMap<String, String> labels = new TreeMap<>();
        json.nextToken();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            labels.put(name, String.valueOf(json.nextTextValue()));
        }
        if (json.nextToken() != JsonToken.FIELD_NAME || !json.currentName().equals("value")) {
            return;
        }
        json.nextToken();
        json.nextToken();
        double value = value(json.nextTextValue());
        if (!Double.isNaN(value) && !Double.isInfinite(value)) {
            samples.add(new Sample(labels, value));
        }
    }

    private static double value(@Nullable String text) {
        try {
            return text == null ? Double.NaN : Double.parseDouble(text.replace("Inf", "Infinity"));
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
