package io.narrows.cli.admin;

import io.narrows.cli.http.HttpText;
import io.narrows.cli.http.NoAnswerException;
import io.narrows.config.HostPort;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks the admin ports of sidecars, without an HTTP proxy. */
public final class AdminClient {
    private final HttpText http;

    /** @param limit for a whole answer */
    public AdminClient(Duration limit) {
        this.http = HttpText.withoutProxyWithin(limit);
    }

    /**
     * Returns the text of a page.
     *
     * @param admin the address on which the sidecar listens; for a wildcard, this machine is asked
     * @param page path and query, such as {@code /what-if}
     * @throws NoAnswerException if there is no answer, or one with a status other than 200
     */
    public String text(HostPort admin, String page) throws NoAnswerException {
        HttpResponse<String> response = get(admin, page);
        if (response.statusCode() != HttpURLConnection.HTTP_OK) {
            throw new NoAnswerException(
                    response.uri() + " responded with status " + response.statusCode() + ", expected 200");
        }
        return response.body();
    }

    /**
     * Returns the response to a request for a page, whatever its status.
     *
     * @throws NoAnswerException if there is none
     */
    public HttpResponse<String> get(HostPort admin, String page) throws NoAnswerException {
        return http.get(address(admin, page));
    }

    /**
     * Returns the response to a request for an action, whatever its status.
     *
     * @throws NoAnswerException if there is none
     */
    public HttpResponse<String> post(HostPort admin, String page) throws NoAnswerException {
        return http.post(address(admin, page));
    }

    private static URI address(HostPort admin, String page) {
        HostPort reachable = admin.isWildcard() ? new HostPort("127.0.0.1", admin.port()) : admin;
        return URI.create("http://" + reachable + page);
    }
}
