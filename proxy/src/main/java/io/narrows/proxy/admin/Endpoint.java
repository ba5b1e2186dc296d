package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpMethod;
import java.util.function.Function;

/** One path of the admin port. Handlers run on the admin thread, never on an event loop that carries traffic. */
record Endpoint(String path, HttpMethod method, Function<Request, Response> handler) {
    static Endpoint get(String path, Function<Request, Response> handler) {
        return new Endpoint(path, HttpMethod.GET, handler);
    }

    static Endpoint post(String path, Function<Request, Response> handler) {
        return new Endpoint(path, HttpMethod.POST, handler);
    }

    /** Returns whether the method is allowed; HEAD counts as GET. */
    boolean allows(HttpMethod asked) {
        return asked.equals(method) || method.equals(HttpMethod.GET) && asked.equals(HttpMethod.HEAD);
    }

    /** Returns the value of an Allow header. */
    String allowed() {
        return method.equals(HttpMethod.GET) ? "GET, HEAD" : method.name();
    }
}
