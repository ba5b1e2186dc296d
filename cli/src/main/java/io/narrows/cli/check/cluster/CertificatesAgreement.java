package io.narrows.cli.check.cluster;

import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.TlsFiles;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import io.narrows.proxy.tls.Authorities;
import io.narrows.proxy.tls.NodeCertificate;
import io.narrows.proxy.tls.NodeCertificateException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that each node accepts its peers' certificates. Unreadable files are errors of the node that has them, and are ignored
 * here.
 */
final class CertificatesAgreement implements Agreement {
    private final Instant now;

    CertificatesAgreement(Instant now) {
        this.now = now;
    }

    @Override
    public void check(List<NodeFile> files, Problems problems) {
        Map<PeerId, NodeCertificate> certificates = new HashMap<>();
        files.forEach(file -> certificate(file).ifPresent(own -> certificates.put(file.id(), own)));
        for (NodeFile file : files) {
            Optional<Authorities> authorities = authorities(file);
            if (authorities.isPresent()) {
                for (Peer peer : file.config().peers()) {
                    NodeCertificate certificate = certificates.get(peer.id());
                    if (certificate != null && !authorities.get().vouchFor(certificate, now)) {
                        problems.report(
                                file.place("link", "tls", "ca"),
                                "the certificate of " + Words.quote(peer.id().value())
                                        + " was issued by another authority (" + certificate.file() + ")",
                                "certificates of all nodes issued by an authority in this file");
                    }
                }
            }
        }
    }

    private static Optional<NodeCertificate> certificate(NodeFile file) {
        Optional<TlsFiles> tls = file.config().link().tls();
        try {
            return tls.isPresent()
                    ? Optional.of(
                            NodeCertificate.read(tls.get().cert(), tls.get().key()))
                    : Optional.empty();
        } catch (NodeCertificateException e) {
            return Optional.empty();
        }
    }

    private static Optional<Authorities> authorities(NodeFile file) {
        Optional<TlsFiles> tls = file.config().link().tls();
        try {
            return tls.isPresent() ? Optional.of(Authorities.read(tls.get().ca())) : Optional.empty();
        } catch (NodeCertificateException e) {
            return Optional.empty();
        }
    }
}
