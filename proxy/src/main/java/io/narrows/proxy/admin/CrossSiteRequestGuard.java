package io.narrows.proxy.admin;

import io.narrows.config.Config;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Prevents pages of other sites from using the admin port through the browser of a user who can reach it.
 *
 * <ul>
 *   <li>Such a page may send requests, although it cannot read the responses. A browser announces the origin of a
 *       POST, and this sidecar's own page sends none, so a POST from any page is refused.
 *   <li>A site whose name resolves first to itself and later to this address (DNS rebinding) could also read the
 *       responses, since the browser considers it the same site. Host then contains its name. At a loopback address, to
 *       which only this machine's browsers can be directed, Host must be an address, {@code localhost}, or a name in
 *       the configuration of this node. At other addresses any name is accepted: scrapers use service names unknown to
 *       the sidecar, and access to those addresses is controlled by the network.
 * </ul>
 */
final class CrossSiteRequestGuard {
    private CrossSiteRequestGuard() {}

    /** Returns the response that rejects the request; empty if it is permitted. */
    static Optional<Response> objection(HttpRequest request, InetAddress arrivedAt, Config config) {
        HttpHeaders headers = request.headers();
        if (request.method().equals(HttpMethod.POST) && headers.contains(HttpHeaderNames.ORIGIN)) {
            String origin = headers.get(HttpHeaderNames.ORIGIN);
            return Optional.of(Response.text(
                    HttpResponseStatus.FORBIDDEN,
                    "POST requests from web pages are not accepted (Origin: " + origin
                            + "); use a program such as curl"));
        }
        if (arrivedAt.isLoopbackAddress()) {
            return headers.getAll(HttpHeaderNames.HOST).stream()
                    .filter(host -> !isHere(host, config))
                    .findFirst()
                    .map(CrossSiteRequestGuard::misdirected);
        }
        return Optional.empty();
    }

    private static Response misdirected(String host) {
        return Response.text(
                HttpResponseStatus.MISDIRECTED_REQUEST,
                "Host is " + host + " (expected on loopback: an IP address, localhost, or this node's id or host)");
    }

    private static boolean isHere(String header, Config config) {
        String name = withoutPort(header).toLowerCase(Locale.ROOT);
        return isAddress(name)
                || name.equals("localhost")
                || name.endsWith(".localhost")
                || List.of(
                                config.node().id().value().toLowerCase(Locale.ROOT),
                                config.node().location().host().toLowerCase(Locale.ROOT),
                                config.admin().listen().host())
                        .contains(name);
    }

    private static boolean isAddress(String name) {
        return NetUtil.isValidIpV4Address(name) || name.startsWith("[") && NetUtil.isValidIpV6Address(name);
    }

    private static String withoutPort(String header) {
        int end = header.lastIndexOf(':');
        return end > header.lastIndexOf(']') ? header.substring(0, end) : header;
    }
}
