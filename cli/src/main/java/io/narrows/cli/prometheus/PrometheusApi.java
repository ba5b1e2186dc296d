package io.narrows.cli.prometheus;

import io.narrows.cli.http.HttpText;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.cli.http.TokenFile;
import io.narrows.lab.sidecar.Sample;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries Prometheus, or a server with the same HTTP API. */
public final class PrometheusApi {
    /** Longer than the two minutes that Prometheus allows for a query by default. */
    private static final Duration LIMIT = Duration.ofSeconds(150);

    private final HttpText http;
    private final String base;

    /** @param base the address, with its path if it has one */
    public PrometheusApi(HttpText http, URI base) {
        this.http = http;
        this.base = base.toString().replaceAll("/+$", "");
    }

    /**
     * Returns a client for a server.
     *
     * @param base the address, with its path if it has one
     * @param tokenFile contains a bearer token; null for none
     * @throws IOException if that file cannot be read, or contains something else
     */
    public static PrometheusApi at(URI base, @Nullable Path tokenFile) throws IOException {
        HttpText http = HttpText.within(LIMIT);
        return new PrometheusApi(tokenFile == null ? http : http.withToken(TokenFile.read(tokenFile)), base);
    }

    /**
     * Returns the samples of an instant query that have a finite value.
     *
     * @param name the name that the samples get
     * @throws NoAnswerException if the server does not answer with samples
     */
    public List<Sample> ask(String name, String query, Instant time) throws NoAnswerException {
        return ask(name, query, "time=" + time.getEpochSecond() + "&");
    }

    /**
     * Returns the samples of a query as of now that have a finite value, without a name.
     *
     * @throws NoAnswerException if the server does not answer with samples
     */
    public List<Sample> ask(String query) throws NoAnswerException {
        return ask("", query, "");
    }

    private List<Sample> ask(String name, String query, String parameters) throws NoAnswerException {
        URI address = URI.create(
                base + "/api/v1/query?" + parameters + "query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> response = http.get(address);
        try {
            PrometheusAnswer answer = PrometheusAnswer.parse(name, response.body());
            answer.warnings().forEach(warning -> System.err.println("narrows: " + base + " warns: " + warning));
            return answer.samples();
        } catch (IOException e) {
            throw new NoAnswerException(
                    base + " cannot answer " + query + ": status " + response.statusCode() + ", " + e.getMessage()
                            + hint(response.statusCode()),
                    e);
        }
    }

    private static String hint(int status) {
        return status == HttpURLConnection.HTTP_UNAUTHORIZED || status == HttpURLConnection.HTTP_FORBIDDEN
                ? " (pass a token with --token-file)"
                : "";
    }

    /** Returns the address. */
    @Override
    public String toString() {
        return base;
    }
}
