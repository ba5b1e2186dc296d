package io.narrows.config;

import io.narrows.config.yaml.YamlMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks transparent captures against each other and against the rest of the file. */
final class TransparentChecks {
    private record Read(TransparentCapture capture, YamlMap map) {}

    /** A kind of connection, which the kernel can hand to one capture only. */
    private record Captured(Interception interception, boolean v6, int port) {}

    private final List<Read> captures = new ArrayList<>();
    private final Map<Captured, TransparentCapture> taken = new HashMap<>();

    void remember(TransparentCapture capture, YamlMap map) {
        captures.add(new Read(capture, map));
    }

    void check(Config config) {
        for (Read read : captures) {
            read.map()
                    .get("ports")
                    .ifPresent(place -> read.capture().ports().forEach(port -> {
                        if (port == config.link().listen().port()) {
                            place.wrong(
                                    "port " + port + " is the port of link.listen, so links would be captured",
                                    "the ports of databases");
                        }
                        Captured key = new Captured(
                                read.capture().interception(), read.capture().isV6(), port);
                        Optional.ofNullable(taken.putIfAbsent(key, read.capture()))
                                .ifPresent(other -> place.wrong(
                                        "port " + port + " is already captured by " + other.listen(),
                                        "each port in one transparent capture of a mode and an address family"));
                    }));
            checkListen(read);
            checkPeers(read, config);
            checkSource(read, config.link());
            checkFail(read, config.link());
        }
    }

    /** The kernel redirects to loopback; another address would be reached by nothing. */
    private static void checkListen(Read read) {
        HostPort listen = read.capture().listen();
        boolean reached = listen.isWildcard()
                || listen.isSameAs(new HostPort("127.0.0.1", listen.port()))
                || listen.isSameAs(new HostPort("::1", listen.port()));
        if (read.capture().interception() == Interception.REDIRECT && !reached) {
            read.map()
                    .wrongKey(
                            "transparent",
                            "mode: redirect leads to loopback, not to " + listen.host(),
                            "127.0.0.1 or [::1] with a port");
        }
    }

    /** A loopback address is no address of another node: this host's own connections would be captured. */
    private static void checkPeers(Read read, Config config) {
        for (Peer peer : config.peers()) {
            for (String host : peer.hosts()) {
                HostPort address = new HostPort(host, 0);
                if (address.isLoopback() || address.isWildcard()) {
                    read.map()
                            .wrongKey(
                                    "transparent",
                                    "peer " + peer.id() + " has the address " + host
                                            + ", which is not that of its node on the network",
                                    "ip in peers for that peer");
                }
            }
        }
    }

    private void checkFail(Read read, LinkSettings link) {
        TransparentCapture capture = read.capture();
        boolean first = captures.get(0).capture().failOpen();
        if (capture.failOpen() != first) {
            read.map()
                    .wrong(
                            "fail differs from the transparent capture above, but the rules of all are removed together",
                            "the same fail in all transparent captures");
        }
        if (capture.failOpen() && link.tls().isPresent() && !capture.allowDowngrade()) {
            read.map()
                    .wrongKey(
                            "fail",
                            "fail: open bypasses link.tls: connections are not encrypted while the sidecar is down",
                            "fail: closed, or allow-downgrade: true in this capture");
        }
    }

    private static void checkSource(Read read, LinkSettings link) {
        boolean proven = link.tls().isPresent() || read.capture().plaintext();
        if (read.capture().requiresSource() && !proven) {
            read.map()
                    .wrongKey(
                            "source",
                            "source: keep without link.tls lets anyone who sends a peer's id connect from that peer's address",
                            "link.tls, source: own, or plaintext: true in this capture");
        }
    }
}
