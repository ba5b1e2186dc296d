package io.narrows.proxy.admin;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The live page: files in the resource folder {@code page}, served unchanged. The list is fixed, so that no request
 * path ever names a file. Each file is read on request, so that the page takes no memory between requests.
 */
final class Page {
    /**
     * Restricts browsers, in every response of the admin port, to running and requesting resources of that
     * port. It is sent with every response, so that a text that a browser mistakes for a page has no further
     * permissions. The hash is that of the only script inside {@code index.html}.
     */
    static final String CONTENT_SECURITY_POLICY = "default-src 'none'; "
            + "script-src 'self' 'sha256-54cLWQZH7w4pg7vooX4+EhUHEuWY9EOoe5isY+EVKGw='; style-src 'self'; "
            + "connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final List<String> FILES = List.of(
            "page.css",
            "panels.css",
            "peers.css",
            "icon.svg",
            "main.js",
            "api.js",
            "auto.js",
            "chart.js",
            "classes.js",
            "config.js",
            "dom.js",
            "errors.js",
            "explain.js",
            "filter.js",
            "format.js",
            "groups.js",
            "links.js",
            "model.js",
            "peers.js",
            "sites.js",
            "summary.js",
            "table.js",
            "topology.js",
            "tree.js",
            "unpack.js",
            "whatif.js");

    private Page() {}

    /** Returns the endpoints of {@code /} and the files that it refers to. */
    static Stream<Endpoint> endpoints() {
        return Stream.concat(
                Stream.of(Endpoint.get("/", request -> file("index.html"))),
                FILES.stream().map(name -> Endpoint.get("/page/" + name, request -> file(name))));
    }

    private static Response file(String name) {
        try (InputStream in = Page.class.getResourceAsStream("page/" + name)) {
            return new Response(HttpResponseStatus.OK, contentType(name), in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            case "svg" -> "image/svg+xml";
            default -> throw new IllegalArgumentException("no content type for " + name);
        };
    }
}
