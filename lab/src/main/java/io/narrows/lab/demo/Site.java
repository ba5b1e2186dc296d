package io.narrows.lab.demo;

import java.net.URI;

/**
 * One of the two ends: a node and its sidecar.
 *
 * @param node its id
 */
record Site(String node, String region, int linkPort, int adminPort) {
    String link() {
        return "127.0.0.1:" + linkPort;
    }

    String admin() {
        return "127.0.0.1:" + adminPort;
    }

    /** Returns the URI of the sidecar's web page. */
    URI page() {
        return URI.create("http://" + admin() + "/");
    }

    URI metrics() {
        return URI.create("http://" + admin() + "/metrics");
    }
}
