package io.narrows.cli.report;

import io.narrows.lab.sidecar.Sample;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Asks Prometheus, or a server with the same HTTP API. */
final class PrometheusApi {
    private final HttpText http;
    private final String base;

    /** @param base the address, with its path if it has one */
    PrometheusApi(HttpText http, URI base) {
        this.http = http;
        this.base = base.toString().replaceAll("/+$", "");
    }

    /**
     * Returns the samples of an instant query.
     *
     * @param name the name that the samples get
     */
    List<Sample> ask(String name, String query, Instant time) throws ReportException, InterruptedException {
        URI address = URI.create(base + "/api/v1/query?time=" + time.getEpochSecond() + "&query="
                + URLEncoder.encode(query, StandardCharsets.UTF_8));
        HttpResponse<String> response = http.get(address);
        try {
            PrometheusAnswer answer = PrometheusAnswer.parse(name, response.body());
            answer.warnings().forEach(warning -> System.err.println("narrows: " + base + " warns: " + warning));
            return answer.samples();
        } catch (IOException e) {
            throw new ReportException(
                    base + " cannot answer " + query + ": status " + response.statusCode() + ", " + e.getMessage()
                            + hint(response.statusCode()),
                    e);
        }
    }

    private static String hint(int status) {
        return status == HttpURLConnection.HTTP_UNAUTHORIZED || status == HttpURLConnection.HTTP_FORBIDDEN
                ? " (it wants a token: --token-file)"
                : "";
    }

    /** Returns the address. */
    @Override
    public String toString() {
        return base;
    }
}
