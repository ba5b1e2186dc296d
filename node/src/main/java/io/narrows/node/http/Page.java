package io.narrows.node.http;

import java.nio.charset.StandardCharsets;

/**
 * An answer to a request for a page.
 *
 * @param status of HTTP
 * @param contentType of the body
 * @param encoding the compression of the body, empty without any
 */
public record Page(int status, String contentType, byte[] body, String encoding) {
    private static final String TEXT = "text/plain; charset=utf-8";

    public static Page text(int status, String body) {
        return of(status, TEXT, body);
    }

    /** Returns a page that is sent in UTF-8. */
    public static Page of(int status, String contentType, String body) {
        return new Page(status, contentType, body.getBytes(StandardCharsets.UTF_8), "");
    }
}
