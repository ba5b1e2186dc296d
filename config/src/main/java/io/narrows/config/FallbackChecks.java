package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;

/** Checks that the connections of a peer with {@code fallback: plain} have an address to go to, and may go in plain text. */
final class FallbackChecks {
    private record Read(Peer peer, YamlMap map) {}

    private final List<Read> peers = new ArrayList<>();

    void remember(Peer peer, YamlMap map) {
        if (peer.fallback() == Fallback.PLAIN) {
            peers.add(new Read(peer, map));
        }
    }

    void check(Config config) {
        for (Read read : peers) {
            if (config.link().tls().isPresent() && !read.peer().allowDowngrade()) {
                read.map()
                        .wrongKey(
                                "fallback",
                                "fallback: plain sends in plain text what link.tls would encrypt",
                                "no fallback, or allow-downgrade: true in this peer");
            }
            config.captures()
                    .forEach(capture -> capture.asListener()
                            .filter(listener ->
                                    listener.peer().equals(read.peer().id()))
                            .ifPresent(listener -> checkAddress(read, listener)));
        }
    }

    /** Only the client of a listener does not name the database's address. */
    private static void checkAddress(Read read, ListenerCapture listener) {
        HostPort address = read.peer().addresses().get(listener.target());
        if (address == null) {
            read.map()
                    .wrongKey(
                            "fallback",
                            "fallback: plain needs the database's address for the capture at " + listener.listen(),
                            "addresses of this peer with " + listener.target());
        } else if (address.isSameAs(listener.listen())) {
            read.map()
                    .wrongKey(
                            "fallback",
                            "the address of " + listener.target() + ", " + address
                                    + ", is the capture itself, so fallback: plain would never leave this host",
                            "an address on the peer's host");
        }
    }
}
