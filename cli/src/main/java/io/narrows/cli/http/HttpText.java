package io.narrows.cli.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A client for texts over HTTP, with limits for their length and for the time until they have arrived as a whole. */
public final class HttpText {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);

    /** A sidecar with 1000 peers has about 40 MB of metrics. */
    private static final int MAX_BYTES = 256 << 20;

    private final HttpClient client;
    private final Duration limit;
    private final int maxBytes;
    private final Optional<String> token;

    private HttpText(HttpClient client, Duration limit, int maxBytes, Optional<String> token) {
        this.client = client;
        this.limit = limit;
        this.maxBytes = maxBytes;
        this.token = token;
    }

    /** @param limit for a whole answer */
    public static HttpText within(Duration limit) {
        return new HttpText(http().build(), limit, MAX_BYTES, Optional.empty());
    }

    /**
     * Returns a client that uses no HTTP proxy.
     *
     * @param limit for a whole answer
     */
    public static HttpText withoutProxyWithin(Duration limit) {
        return new HttpText(http().proxy(HttpClient.Builder.NO_PROXY).build(), limit, MAX_BYTES, Optional.empty());
    }

    private static HttpClient.Builder http() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT_LIMIT);
    }

    HttpText withMaxBytes(int bytes) {
        return new HttpText(client, limit, bytes, token);
    }

    /** Returns a client that sends a bearer token. */
    public HttpText withToken(String bearer) {
        return new HttpText(client, limit, maxBytes, Optional.of(bearer));
    }

    /**
     * Returns the response, whatever its status.
     *
     * @throws NoAnswerException if there is none within the limits
     */
    public HttpResponse<String> get(URI address) throws NoAnswerException {
        return complete(address, request(address).GET().build());
    }

    /**
     * Sends a request without a body, and returns the response, whatever its status.
     *
     * @throws NoAnswerException if there is none within the limits
     */
    public HttpResponse<String> post(URI address) throws NoAnswerException {
        return complete(address, request(address).POST(BodyPublishers.noBody()).build());
    }

    private HttpRequest.Builder request(URI address) throws NoAnswerException {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(address);
            token.ifPresent(bearer -> request.header("Authorization", "Bearer " + bearer));
            return request;
        } catch (IllegalArgumentException e) {
            throw new NoAnswerException("cannot ask " + withoutQuery(address) + ": " + e.getMessage(), e);
        }
    }

    private HttpResponse<String> complete(URI address, HttpRequest request) throws NoAnswerException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, info -> new LimitedText(maxBytes));
        try {
            return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new NoAnswerException(
                    "no complete answer from " + withoutQuery(address) + " within " + limit.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new NoAnswerException("no answer from " + withoutQuery(address) + ": " + reason(e), e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new NoAnswerException("no answer from " + withoutQuery(address) + ": interrupted", e);
        }
    }

    /** Returns the address without its query: those of Prometheus are long, and the caller names them. */
    private static String withoutQuery(URI address) {
        return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
    }

    private static String reason(ExecutionException failure) {
        Throwable cause = failure.getCause() instanceof IOException found ? found : failure;
        if (cause instanceof ConnectException) {
            return cause.getCause() instanceof UnresolvedAddressException ? "unknown host" : "cannot connect";
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
