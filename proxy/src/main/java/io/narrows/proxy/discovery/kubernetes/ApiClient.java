package io.narrows.proxy.discovery.kubernetes;

import io.narrows.proxy.transport.ErrorText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Sends requests to the API server with the JDK's client, on an executor. Futures fail with an {@link ApiException}. The
 * JDK ends its selector thread when the client is no longer referenced.
 */
final class ApiClient {
    /** Maximum size of an object or a page. The API server's own objects have at most 1.5 MiB. */
    private static final int MOST = 8 << 20;

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(15);
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final ServiceAccount account;
    private final String authorities;
    private final HttpClient http;
    private final ScheduledExecutorService executor;

    private ApiClient(ServiceAccount account, String authorities, HttpClient http, ScheduledExecutorService executor) {
        this.account = account;
        this.authorities = authorities;
        this.http = http;
        this.executor = executor;
    }

    /** @throws IOException if the authorities' certificates cannot be read */
    static ApiClient of(ServiceAccount account, ScheduledExecutorService executor) throws IOException {
        String authorities = account.authorities();
        HttpClient http = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .executor(executor)
                .connectTimeout(CONNECT_LIMIT)
                .proxy(HttpClient.Builder.NO_PROXY)
                .sslContext(trusting(authorities))
                .build();
        return new ApiClient(account, authorities, http, executor);
    }

    /** Returns whether the authorities' certificates are still those that this client trusts. */
    boolean isCurrent() throws IOException {
        return account.authorities().equals(authorities);
    }

    private static SSLContext trusting(String pem) throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            int count = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))) {
                trusted.setCertificateEntry("authority-" + count++, certificate);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot read the certificates of the API server's authority: " + e.getMessage(), e);
        }
    }

    /**
     * Reads an object.
     *
     * @param rule the permission that the request needs, for messages
     */
    CompletableFuture<byte[]> get(String path, String accept, String rule) {
        return send(path, accept, rule, ANSWER_LIMIT, info -> BoundedBody.whole(MOST));
    }

    /**
     * Reads lines until the server ends the response.
     *
     * @param limit maximum time until then
     * @param opened called when lines follow
     */
    CompletableFuture<byte[]> lines(String path, String rule, Duration limit, Runnable opened, Consumer<byte[]> lines) {
        return send(path, "application/json", rule, limit, info -> {
            if (info.statusCode() != 200) {
                return BoundedBody.whole(MOST);
            }
            opened.run();
            return BoundedBody.lines(MOST, lines);
        });
    }

    private CompletableFuture<byte[]> send(
            String path, String accept, String rule, Duration limit, BodyHandler<byte[]> handler) {
        URI uri;
        HttpRequest request;
        try {
            uri = account.server().resolve(path);
            request = HttpRequest.newBuilder(uri)
                    .header("Authorization", "Bearer " + account.token())
                    .header("Accept", accept)
                    .header("User-Agent", "narrows")
                    .build();
        } catch (IOException | IllegalArgumentException e) {
            return CompletableFuture.failedFuture(new ApiException(ErrorText.of(e), 0));
        }
        AtomicBoolean begun = new AtomicBoolean();
        CompletableFuture<HttpResponse<byte[]>> answer = http.sendAsync(request, info -> {
            begun.set(true);
            return handler.apply(info);
        });
        Future<?> late = executor.schedule(
                () -> begun.get() || answer.cancel(true), ANSWER_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        Future<?> timeout = executor.schedule(() -> answer.cancel(true), limit.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture<byte[]> body = answer.handle((response, failure) -> {
            late.cancel(false);
            timeout.cancel(false);
            if (failure != null) {
                throw new CompletionException(failed(uri, failure));
            }
            if (response.statusCode() != 200) {
                throw new CompletionException(refused(uri, response, rule));
            }
            return response.body();
        });
        body.whenComplete((done, failure) -> {
            if (body.isCancelled()) {
                answer.cancel(true);
            }
        });
        return body;
    }

    private static ApiException failed(URI uri, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String reason = cause instanceof CancellationException
                ? "no answer in time"
                : cause instanceof ConnectException ? "cannot connect" : ErrorText.of(cause);
        return new ApiException("GET " + uri + " failed: " + reason, 0);
    }

    private ApiException refused(URI uri, HttpResponse<byte[]> response, String rule) {
        int code = response.statusCode();
        Status status = ApiJson.status(response.body());
        String hint = switch (code) {
            case UNAUTHORIZED -> "; the API server does not accept the token in " + account.tokenFile();
            case FORBIDDEN -> "; grant this pod's service account " + rule;
            default -> "";
        };
        return new ApiException(
                "GET " + uri + " failed: " + new Status(code, status.reason(), status.message()) + hint, code);
    }
}
