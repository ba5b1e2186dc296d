package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;

/** What an admin endpoint answers. */
record Response(HttpResponseStatus status, String contentType, byte[] body) {
    static Response text(HttpResponseStatus status, String text) {
        return new Response(status, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    static Response json(String json) {
        return new Response(HttpResponseStatus.OK, "application/json", (json + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
