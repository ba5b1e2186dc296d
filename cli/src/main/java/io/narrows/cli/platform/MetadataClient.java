package io.narrows.cli.platform;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * An HTTP client for metadata services: uses no HTTP proxy, follows no redirects, and reads answers of limited size only, so
 * that only the machine's own service can answer. The caller limits the time, by interrupting its thread.
 */
final class MetadataClient {
    /** The answer of Azure may contain 64 KiB of user data, in base64. */
    static final int MAX_BYTES = 256 << 10;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** A text, and a header of the answer that contained it. */
    record Answer(String text, Optional<String> header) {}

    /**
     * Returns the answer to a request, if its status is 200.
     *
     * @param header the name of a header that the answer may have
     */
    Answer send(HttpRequest request, String header) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            String path = request.uri().getPath();
            if (response.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("status " + response.statusCode() + " for " + request.method() + " " + path);
            }
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException("more than " + (MAX_BYTES >> 10) + " KiB for " + request.method() + " " + path);
            }
            return new Answer(
                    new String(bytes, StandardCharsets.UTF_8).strip(),
                    response.headers().firstValue(header));
        }
    }

    /** Returns the text at a URL. */
    String get(String url, String header, String value) throws IOException, InterruptedException {
        return send(request(url, header, value).GET().build(), header).text();
    }

    /** Begins a request with one header. */
    static HttpRequest.Builder request(String url, String header, String value) {
        return HttpRequest.newBuilder(URI.create(url)).header(header, value);
    }
}
