package io.narrows.proxy.link.handshake;

import io.narrows.config.CertificatePattern;
import io.narrows.config.FoundNodes;
import io.narrows.config.IpAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerSource;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.session.Refusals;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a connection proves that its other end is the peer that its hello names. A peer that the file lists proves it
 * by its certificate, if it has to. A peer that was found does so by the certificate that its source allows, or if the source
 * accepts that, by an address that was found.
 */
final class PeerProof {
    private final LinkSecurity security;

    PeerProof(LinkSecurity security) {
        this.security = security;
    }

    /**
     * Returns the reason to refuse a connection as one of the peer, if there is one.
     *
     * @param identity null in plain text
     * @param remote the address that an accepted connection comes from; null for a dialed one
     */
    Optional<Refusal> objection(
            FoundNodes found, Peer peer, @Nullable Identity identity, @Nullable SocketAddress remote) {
        Optional<IpAddress> from = remote == null ? Optional.empty() : ip(remote);
        boolean rival = peer.source().isPresent()
                && from.map(found.rivals()::get).filter(peer.id()::equals).isPresent();
        if (rival) {
            return refusal(Refusal.Reason.DUPLICATE_NODE, "node " + peer.id() + " is already known at " + peer.link());
        }
        if (identity != null) {
            return certificateObjection(peer, identity);
        }
        if (security.requiresTls(peer.id()) || mustProveItselfByTls(peer)) {
            return refusal(Refusal.Reason.TLS_REQUIRED, reasonForTls(peer));
        }
        boolean foreign =
                provesItselfByAddress(peer) && from.isPresent() && !peer.ips().contains(from.get());
        return foreign
                ? refusal(
                        Refusal.Reason.WRONG_IDENTITY,
                        from.get() + " is not an address of node " + peer.id() + ", which was found at " + peer.link())
                : Optional.empty();
    }

    private static Optional<Refusal> certificateObjection(Peer peer, Identity identity) {
        Optional<CertificatePattern> allowed = peer.source().flatMap(PeerSource::allow);
        boolean proven = peer.source().isEmpty()
                ? identity.proves(peer.id())
                : allowed.isPresent() && identity.matches(allowed.get(), peer.id());
        String required = allowed.map(pattern -> " (allowed is " + pattern.nameOf(peer.id()) + ")")
                .orElse("");
        return proven
                ? Optional.empty()
                : refusal(
                        Refusal.Reason.WRONG_IDENTITY,
                        "the certificate is for " + identity + ", but the hello says " + peer.id() + required);
    }

    /** Only peers that were found have addresses that prove anything: those of listed ones may be behind translation. */
    private static boolean provesItselfByAddress(Peer peer) {
        return peer.source().filter(PeerSource::plaintext).isPresent();
    }

    private boolean mustProveItselfByTls(Peer peer) {
        return security.configured() && peer.source().isPresent() && !provesItselfByAddress(peer);
    }

    private String reasonForTls(Peer peer) {
        return "plain text is not accepted from " + peer.id() + ": "
                + (security.strict()
                        ? "link.tls.mode is strict here"
                        : security.hasUsedTls(peer.id()) ? "it has used TLS before" : "it has to prove its id by TLS");
    }

    /** Returns an address without its port and scope; empty if it is not an IP address. */
    static Optional<IpAddress> ip(SocketAddress address) {
        return address instanceof InetSocketAddress socket && !socket.isUnresolved()
                ? IpAddress.parse(NetUtil.toAddressString(socket.getAddress()))
                : Optional.empty();
    }

    private static Optional<Refusal> refusal(Refusal.Reason reason, String detail) {
        return Optional.of(Refusals.of(reason, detail));
    }
}
