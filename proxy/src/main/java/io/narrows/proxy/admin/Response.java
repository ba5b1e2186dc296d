package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/**
 * The response of an admin endpoint.
 *
 * @param contentEncoding {@code gzip}, or empty for a plain body
 * @param allow the allowed methods if the request used another one; otherwise empty
 */
record Response(HttpResponseStatus status, String contentType, byte[] body, String contentEncoding, String allow) {
    Response(HttpResponseStatus status, String contentType, byte[] body) {
        this(status, contentType, body, "", "");
    }

    static Response text(HttpResponseStatus status, String text) {
        return new Response(status, "text/plain; charset=utf-8", utf8(text));
    }

    static Response json(String json) {
        return new Response(HttpResponseStatus.OK, "application/json", utf8(json));
    }

    static Response notAllowed(String allowed) {
        byte[] body = utf8("allowed methods: " + allowed);
        return new Response(HttpResponseStatus.METHOD_NOT_ALLOWED, "text/plain; charset=utf-8", body, "", allowed);
    }

    /** Returns the response with a gzipped body, unless the body is too short to benefit. */
    Response compressed() {
        return Compression.isWorthwhile(body)
                ? new Response(status, contentType, Compression.gzip(body), Compression.GZIP, allow)
                : this;
    }

    private static byte[] utf8(String text) {
        return (text + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
