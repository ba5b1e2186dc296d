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

    private static final int TOO_MANY_REQUESTS = 429;

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
     * @throws UnusableAnswerException if asking again is of no use
     * @throws IOException if the service may answer later
     */
    Answer send(HttpRequest request, String header) throws IOException, InterruptedException {
        HttpResponse<InputStream> response = client.send(request, BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            String path = request.uri().getPath();
            int status = response.statusCode();
            if (status != HttpURLConnection.HTTP_OK) {
                String what = "status " + status + " for " + request.method() + " " + path;
                throw isOfTheMoment(status) ? new IOException(what) : new UnusableAnswerException(what);
            }
            byte[] bytes = body.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new UnusableAnswerException(
                        "more than " + (MAX_BYTES >> 10) + " KiB for " + request.method() + " " + path);
            }
            return new Answer(
                    new String(bytes, StandardCharsets.UTF_8).strip(),
                    response.headers().firstValue(header));
        }
    }

    /** Returns whether a service that is overloaded or starting may answer with a status; Azure does with 410. */
    private static boolean isOfTheMoment(int status) {
        return status >= HttpURLConnection.HTTP_INTERNAL_ERROR
                || status == HttpURLConnection.HTTP_CLIENT_TIMEOUT
                || status == HttpURLConnection.HTTP_GONE
                || status == TOO_MANY_REQUESTS;
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
