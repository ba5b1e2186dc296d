package io.narrows.proxy.capture;

import io.narrows.config.Config;
import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import io.narrows.config.TerminatedTls;
import io.narrows.proxy.link.proto.RequestedTls;
import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.starttls.TlsStart;
import io.narrows.proxy.tls.ClientHello;
import io.narrows.proxy.tls.MintRequest;
import java.util.Optional;

/**
 * The TLS of a captured connection, which ends here once the peer has begun TLS with its database.
 *
 * @param tls of the capture
 * @param start how the connection comes to TLS
 * @param hello what the database on this node has asked for; unknown if it asks only after an answer in plain text
 * @param destination the address that it has dialed, if the kernel knows
 */
record EndedTls(TerminatedTls tls, Start start, ClientHello hello, Optional<IpAddress> destination) {
    EndedTls(TerminatedTls tls, Start start, ClientHello hello) {
        this(tls, start, hello, Optional.empty());
    }

    /** Returns this with the address that the database has dialed, if it is an address. */
    EndedTls dialing(Optional<IpAddress> address) {
        return new EndedTls(tls, start, hello, address);
    }

    /** Returns this with a ClientHello that has followed. */
    EndedTls with(ClientHello followed) {
        return new EndedTls(tls, start, followed, destination);
    }

    /** Returns whether the name for which a certificate is made is still to come, with the ClientHello. */
    boolean awaitsName() {
        return tls.minted() && start != Start.DIRECT;
    }

    /** Returns the TLS of a connection that has begun with a request. */
    static EndedTls after(TlsStart request, TerminatedTls tls) {
        return request instanceof TlsStart.Direct direct
                ? new EndedTls(tls, Start.DIRECT, direct.hello())
                : new EndedTls(tls, Start.POSTGRESQL, ClientHello.UNKNOWN);
    }

    /** Returns the TLS of a connection on which the peer's database speaks first, in a way of its own. */
    static EndedTls afterGreeting(TerminatedTls tls, Start start) {
        return new EndedTls(tls, start, ClientHello.UNKNOWN);
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

    /** Returns the names that a certificate would be made for, if the capture makes them. */
    MintRequest mintRequest(PeerId peer, Config config) {
        return new MintRequest(hello.serverName(), peer, config.peer(peer), destination);
    }

    /** Describes this side's part in the handshake, for messages. */
    String part() {
        String shown = tls.minted()
                ? "a certificate"
                        + hello.serverName().map(name -> " for " + name).orElse("") + " that "
                        + tls.own().cert() + " has signed, which the database must trust: add it to the database's"
                        + " authorities"
                : tls.own().cert().toString();
        return "this side shows " + shown
                + tls.ca()
                        .map(ca ->
                                (tls.minted() ? "; and" : " and") + " demands a certificate that " + ca + " has signed")
                        .orElse("");
    }
}
