package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The parameters of a request to an admin endpoint.
 *
 * @param accept the media types that the client accepts, as in its {@code Accept} headers
 */
record Request(Map<String, List<String>> parameters, String accept) {
    static Request of(Map<String, List<String>> parameters, HttpHeaders headers) {
        return new Request(parameters, String.join(",", headers.getAll(HttpHeaderNames.ACCEPT)));
    }

    Optional<String> parameter(String name) {
        return all(name).stream().findFirst();
    }

    /** Returns the values of a parameter that may be repeated. */
    List<String> all(String name) {
        return parameters.getOrDefault(name, List.of());
    }
}
