package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.OriginatedTls;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.tls.ClientHello;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.HandshakeFault;
import java.util.Optional;

/**
 * The TLS that begins at a target for one connection.
 *
 * @param tls of the target
 * @param address of the target
 * @param hello what the peer's database has asked for
 */
record TargetTls(OriginatedTls tls, HostPort address, ClientHello hello) {
    static TargetTls of(OriginatedTls tls, HostPort address, RequestedTls asked) {
        return new TargetTls(
                tls,
                address,
                new ClientHello(
                        Optional.of(Printable.of(asked.getServerName())).filter(name -> !name.isEmpty()),
                        asked.getAlpnList().stream()
                                .filter(TargetTls::isProtocol)
                                .toList()));
    }

    /** Returns whether TLS has room for the name, whose length is one byte. */
    private static boolean isProtocol(String name) {
        return !name.isEmpty() && name.length() < 256;
    }

    /** Describes why TLS did not begin, with a sentence about the target. */
    String refusal(String node, String detail) {
        return node + " has no TLS with its target at " + address + ": " + detail;
    }

    /** Describes a failure, with what was expected. */
    String failure(String node, Throwable cause) {
        return refusal(node, HandshakeFault.of(cause))
                + " (expected: the name "
                + DatabaseTls.expectedName(tls, address, hello) + ", signed by " + tls.ca()
                + tls.own().map(own -> "; this side shows " + own.cert()).orElse("; this side shows no certificate")
                + ")";
    }
}
