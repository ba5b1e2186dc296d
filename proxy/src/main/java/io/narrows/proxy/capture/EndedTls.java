package io.narrows.proxy.capture;

import io.narrows.config.TerminatedTls;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.starttls.TlsStart;
import io.narrows.proxy.tls.ClientHello;
import java.util.Optional;

/**
 * The TLS of a captured connection, which ends here once the peer has begun TLS with its database.
 *
 * @param tls of the capture
 * @param start how the connection comes to TLS
 * @param hello what the database on this node has asked for; unknown if it asks only after an answer in plain text
 */
record EndedTls(TerminatedTls tls, Start start, ClientHello hello) {
    /** Returns the TLS of a connection that has begun with a request. */
    static EndedTls after(TlsStart request, TerminatedTls tls) {
        return request instanceof TlsStart.Direct direct
                ? new EndedTls(tls, Start.DIRECT, direct.hello())
                : new EndedTls(tls, Start.POSTGRESQL, ClientHello.UNKNOWN);
    }

    /** Returns the TLS of a connection on which the peer's MySQL or MariaDB speaks first. */
    static EndedTls afterGreeting(TerminatedTls tls) {
        return new EndedTls(tls, Start.MYSQL, ClientHello.UNKNOWN);
    }

    /** Returns the request for the peer. */
    RequestedTls request() {
        return RequestedTls.newBuilder()
                .setStart(start)
                .setServerName(hello.serverName().orElse(""))
                .addAllAlpn(hello.protocols())
                .build();
    }

    /** Returns why the link must not carry the plain text, if there is a reason. */
    Optional<String> objection(Link link) {
        if (!link.tlsThrough()) {
            return Optional.of(
                    "the version of the peer's sidecar cannot begin TLS with its database (update it, or remove"
                            + " tls from the capture)");
        }
        if (!link.encrypted() && !tls.plaintext()) {
            return Optional.of(
                    "the link is plain text, so what the databases encrypt cannot be carried (use link.tls on both"
                            + " nodes, or plaintext: true in tls of the capture and of the target)");
        }
        return Optional.empty();
    }

    /** Describes this side's part in the handshake, for messages. */
    String part() {
        return "this side shows " + tls.own().cert()
                + tls.ca()
                        .map(ca -> " and demands a certificate that " + ca + " has signed")
                        .orElse("");
    }
}
