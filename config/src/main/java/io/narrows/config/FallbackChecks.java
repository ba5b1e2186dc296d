package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks that the connections of a peer with {@code fallback: plain} have an address to go to, and may go in plain text. */
final class FallbackChecks {
    static final String KEY = "fallback";
    static final String PLAIN = "fallback: plain";

    private record Read(Peer peer, YamlMap map) {}

    private final List<Read> peers = new ArrayList<>();

    void remember(Peer peer, YamlMap map) {
        if (peer.fallback().equals(Optional.of(Fallback.PLAIN))) {
            peers.add(new Read(peer, map));
        }
    }

    void check(Config config) {
        for (Read read : peers) {
            checkDowngrade(read.map(), KEY, PLAIN, config.link(), read.peer().allowDowngrade(), "in this peer");
            config.captures()
                    .forEach(capture -> capture.asListener()
                            .filter(listener ->
                                    listener.peer().equals(read.peer().id()))
                            .ifPresent(listener -> checkAddress(read.map(), KEY, PLAIN, read.peer(), listener)));
        }
    }

    /**
     * Reports a setting that sends in plain text, if links would encrypt and no downgrade is allowed.
     *
     * @param setting the key with its value, for messages
     * @param where where the permission would stand
     */
    static void checkDowngrade(
            YamlMap map, String key, String setting, LinkSettings link, boolean allowDowngrade, String where) {
        if (link.tls().isPresent() && !allowDowngrade) {
            map.wrongKey(
                    key,
                    setting + " sends in plain text what link.tls would encrypt",
                    "no " + key + ", or allow-downgrade: true " + where);
        }
    }

    /** Only the client of a listener does not name the database's address. */
    static void checkAddress(YamlMap map, String key, String setting, Peer peer, ListenerCapture listener) {
        HostPort address = peer.addresses().get(listener.target());
        if (address == null) {
            map.wrongKey(
                    key,
                    setting + " needs the database's address for the capture at " + listener.listen(),
                    "addresses of peer " + peer.id() + " with " + listener.target());
        } else if (address.isSameAs(listener.listen())) {
            map.wrongKey(
                    key,
                    "the address of " + listener.target() + ", " + address + ", is the capture itself, so " + setting
                            + " would never leave this host",
                    "an address on the peer's host");
        }
    }
}
