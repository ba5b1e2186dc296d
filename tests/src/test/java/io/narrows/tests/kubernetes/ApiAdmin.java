package io.narrows.tests.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Changes objects of an API server as its administrator. */
final class ApiAdmin {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ApiServer server;
    private final HttpClient http;

    ApiAdmin(ApiServer server) throws IOException, GeneralSecurityException {
        this.server = server;
        this.http = HttpClient.newBuilder()
                .sslContext(trusting(server.certificate()))
                .build();
    }

    private static SSLContext trusting(Path file) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(file)) {
            int count = 0;
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("certificate-" + count++, certificate);
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    boolean isReady() {
        try {
            return request("GET", "/readyz", "").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** @throws IllegalStateException if the API server refuses */
    void send(String method, String path, String json) throws IOException {
        HttpResponse<String> response = request(method, path, json);
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(method + " " + path + ": " + response.statusCode() + " " + response.body());
        }
    }

    private HttpResponse<String> request(String method, String path, String json) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .method(method, BodyPublishers.ofString(json))
                .header("Authorization", "Bearer " + ApiServer.TOKEN)
                .header("Content-Type", "application/json")
                .timeout(LIMIT)
                .build();
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
