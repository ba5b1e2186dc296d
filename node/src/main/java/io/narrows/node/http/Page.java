package io.narrows.node.http;

/**
 * An answer to a request for a page.
 *
 * @param status of HTTP
 * @param contentType of the body
 * @param body sent in UTF-8
 */
public record Page(int status, String contentType, String body) {
    private static final String TEXT = "text/plain; charset=utf-8";

    public static Page text(int status, String body) {
        return new Page(status, TEXT, body);
    }
}
