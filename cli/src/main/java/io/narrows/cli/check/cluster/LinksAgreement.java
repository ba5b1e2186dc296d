package io.narrows.cli.check.cluster;

import io.narrows.config.HostPort;
import io.narrows.config.LinkSettings;
import io.narrows.config.Peer;
import io.narrows.config.TlsFiles;
import io.narrows.config.TlsMode;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import java.util.List;
import java.util.Optional;

/**
 * Checks that the peer listens on the address of its link, that a link stays on this machine only if the peer is here, and that
 * both ends use TLS or neither does.
 */
final class LinksAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        for (NodeFile file : files) {
            for (Peer peer : file.config().peers()) {
                Agreement.find(files, peer.id()).ifPresent(other -> {
                    address(file, peer, other, problems);
                    encryption(file, other, problems);
                });
            }
        }
    }

    private static void address(NodeFile file, Peer peer, NodeFile other, Problems problems) {
        HostPort listen = other.config().link().listen();
        boolean port = peer.link().port() == listen.port();
        boolean local = peer.link().isLoopback();
        boolean reachable = local || !listen.isLoopback();
        if (local && file.config().link().listen().overlaps(peer.link())) {
            local(file, peer, "this node itself, which listens there (" + file.place("link", "listen") + ")", problems);
        } else if (local && !listen.isLoopback() && !file.isOnMachineOf(other)) {
            local(file, peer, "this machine, but " + Words.quote(peer.id().value()) + " is on another", problems);
        } else if (!port || !reachable) {
            problems.report(
                    file.peer(peer.id(), "link"),
                    "link " + peer.link() + " does not match the listener"
                            + " of " + Words.quote(peer.id().value()) + ", which listens on "
                            + listen + " (" + other.place("link", "listen") + ")",
                    port ? "an address that other machines can reach" : "the same port in both files");
        }
    }

    private static void local(NodeFile file, Peer peer, String destination, Problems problems) {
        problems.report(
                file.peer(peer.id(), "link"),
                "link " + peer.link() + " points to " + destination,
                "an address of the machine of " + Words.quote(peer.id().value()));
    }

    private static void encryption(NodeFile file, NodeFile other, Problems problems) {
        Optional<TlsFiles> own = file.config().link().tls();
        if (own.isPresent()
                && own.get().mode() == TlsMode.STRICT
                && other.config().link().tls().isEmpty()) {
            LinkSettings plain = other.config().link();
            problems.report(
                    other.place("link", plain.plaintext() ? "plaintext" : "listen"),
                    "links of " + Words.quote(other.id().value()) + " are plain text, but those of "
                            + Words.quote(file.id().value()) + " need TLS (" + file.place("link", "tls") + ")",
                    "tls in both files or in neither");
        }
    }
}
