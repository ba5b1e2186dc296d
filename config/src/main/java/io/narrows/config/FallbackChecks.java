package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the connections of a peer with {@code fallback: plain} have an address to go to, and may go in plain text. */
final class FallbackChecks {
    private record Read(Peer peer, YamlMap map) {}

    private final List<Read> peers = new ArrayList<>();

    void remember(Peer peer, YamlMap map) {
        if (peer.fallback().equals(Optional.of(Fallback.PLAIN))) {
            peers.add(new Read(peer, map));
        }
    }

    void check(Config config) {
        for (Read read : peers) {
            checkDowngrade(read.map(), config.link(), read.peer().allowDowngrade(), "peer");
            config.captures()
                    .forEach(capture -> capture.asListener()
                            .filter(listener ->
                                    listener.peer().equals(read.peer().id()))
                            .ifPresent(listener -> checkAddress(read.map(), read.peer(), listener)));
        }
    }

    /** @param where what has the map with {@code fallback} */
    static void checkDowngrade(YamlMap map, LinkSettings link, boolean allowDowngrade, String where) {
        if (link.tls().isPresent() && !allowDowngrade) {
            map.wrongKey(
                    "fallback",
                    "fallback: plain sends in plain text what link.tls would encrypt",
                    "no fallback, or allow-downgrade: true in this " + where);
        }
    }

    /** Only the client of a listener does not name the database's address. */
    static void checkAddress(YamlMap map, Peer peer, ListenerCapture listener) {
        HostPort address = peer.addresses().get(listener.target());
        if (address == null) {
            map.wrongKey(
                    "fallback",
                    "fallback: plain needs the database's address for the capture at " + listener.listen(),
                    "addresses of peer " + peer.id() + " with " + listener.target());
        } else if (address.isSameAs(listener.listen())) {
            map.wrongKey(
                    "fallback",
                    "the address of " + listener.target() + ", " + address
                            + ", is the capture itself, so fallback: plain would never leave this host",
                    "an address on the peer's host");
        }
    }
}
