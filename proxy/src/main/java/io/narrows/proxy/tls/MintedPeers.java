package io.narrows.proxy.tls;

import io.narrows.config.Config;
import io.narrows.config.ListenerCapture;
import io.narrows.config.Peer;
import io.narrows.config.TerminatedTls;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds captures that could make no certificate at all, because the authority may sign for no name of their peer. */
final class MintedPeers {
    private MintedPeers() {}

    /** Returns a fault for each such capture with that TLS. */
    static List<CertificateFault> faults(Config config, TerminatedTls tls, MintingAuthority authority) {
        return config.captures().stream()
                .flatMap(capture -> capture.asListener().stream())
                .filter(capture -> capture.tls().equals(Optional.of(tls)))
                .flatMap(capture ->
                        config.peer(capture.peer()).stream().flatMap(peer -> fault(capture, peer, authority)))
                .toList();
    }

    private static Stream<CertificateFault> fault(ListenerCapture capture, Peer peer, MintingAuthority authority) {
        List<String> names =
                peer.allHosts().stream().map(MintRequest::canonical).distinct().toList();
        return names.stream().anyMatch(authority::permits)
                ? Stream.empty()
                : Stream.of(new CertificateFault(
                        authority.file(),
                        CertificateFault.Kind.WRONG_USAGE,
                        "the name constraints permit no certificate for peer " + peer.id() + " of capture "
                                + capture.listen() + ", whose names are " + String.join(", ", names)
                                + " (expected: one of these, or the name that the database dials in addresses of the"
                                + " peer)"));
    }
}
