package io.narrows.node.http;

import java.nio.charset.StandardCharsets;

/**
 * A response to a page request.
 *
 * @param status HTTP status
 * @param contentType type of the body
 * @param encoding compression of the body; empty if uncompressed
 */
public record Page(int status, String contentType, byte[] body, String encoding) {
    private static final String TEXT = "text/plain; charset=utf-8";

    public static Page text(int status, String body) {
        return of(status, TEXT, body);
    }

    /** Returns an uncompressed page in UTF-8. */
    public static Page of(int status, String contentType, String body) {
        return new Page(status, contentType, body.getBytes(StandardCharsets.UTF_8), "");
    }
}
