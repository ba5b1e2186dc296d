package io.narrows.proxy.discovery.kubernetes;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** The requests for the EndpointSlices of one Service. */
record ApiPath(String namespace, String service) {
    private static final int PAGE = 10; // slices, of 100 endpoints usually and 1000 at most

    /** @param next token of the page; empty for the first one */
    String page(String next) {
        return slices() + "&limit=" + PAGE + (next.isEmpty() ? "" : "&continue=" + encoded(next));
    }

    /** @param limit maximum time until the server ends the watch */
    String watch(String version, Duration limit) {
        return slices() + "&watch=true&allowWatchBookmarks=true&resourceVersion=" + encoded(version)
                + "&timeoutSeconds=" + limit.toSeconds();
    }

    private String slices() {
        return "/apis/discovery.k8s.io/v1/namespaces/" + encoded(namespace) + "/endpointslices?labelSelector="
                + encoded("kubernetes.io/service-name=" + service);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
