package io.narrows.cli.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client for short texts over HTTP. */
final class HttpText {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    /** Returns the response, whatever its status. */
    HttpResponse<String> get(URI address) throws ReportException, InterruptedException {
        try {
            return client.send(HttpRequest.newBuilder(address).timeout(LIMIT).build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new ReportException("no answer from " + address.getRawAuthority() + ": " + e, e);
        }
    }
}
