package io.narrows.cli.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client for texts over HTTP, with limits for their length and for the time until they have arrived as a whole. */
final class HttpText {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    /** A sidecar with 1000 peers has about 40 MB of metrics. */
    private static final int MAX_BYTES = 256 << 20;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();
    private final Duration limit;
    private final int maxBytes;
    private final Optional<String> token;

    private HttpText(Duration limit, int maxBytes, Optional<String> token) {
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.token = token;
    }

    /** @param limit for a whole answer */
    static HttpText within(Duration limit) {
        return new HttpText(limit, MAX_BYTES, Optional.empty());
    }

    HttpText withMaxBytes(int bytes) {
        return new HttpText(limit, bytes, token);
    }

    /** Returns a client that sends a bearer token. */
    HttpText withToken(String bearer) {
        return new HttpText(limit, maxBytes, Optional.of(bearer));
    }

    /** Returns the response, whatever its status. */
    HttpResponse<String> get(URI address) throws ReportException, InterruptedException {
        String server = address.getRawAuthority();
        CompletableFuture<HttpResponse<String>> answer = ask(address, server);
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new ReportException("no complete answer from " + server + " within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() instanceof IOException reason ? reason : e;
            throw new ReportException("no answer from " + server + ": " + cause, e);
        }
    }

    private CompletableFuture<HttpResponse<String>> ask(URI address, String server) throws ReportException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(address);
            token.ifPresent(bearer -> request.header("Authorization", "Bearer " + bearer));
            return client.sendAsync(request.build(), info -> new LimitedText(maxBytes));
        } catch (IllegalArgumentException e) {
            throw new ReportException("cannot ask " + server + ": " + e.getMessage(), e);
        }
    }
}
