package io.narrows.cli.check.cluster;

import io.narrows.config.Capture;
import io.narrows.config.ListenerCapture;
import io.narrows.config.OriginatedTls;
import io.narrows.config.Peer;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.TerminatedTls;
import io.narrows.config.TransparentCapture;
import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problems;
import io.narrows.config.yaml.Words;
import io.narrows.proxy.tls.CertificateSummary;
import io.narrows.proxy.tls.NodeCertificateException;
import io.narrows.proxy.tls.SigningLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that TLS that a capture ends is begun again by the peer's target, and the other way round, and that a capture's
 * certificate, or one that it would mint, has a name by which the database dials the peer. Only hosts files have these names;
 * without them, any passes.
 */
final class DatabaseTlsAgreement implements Agreement {
    @Override
    public void check(List<NodeFile> files, Problems problems) {
        for (NodeFile file : files) {
            file.captures().forEach(capture -> {
                Agreement.find(files, capture.peer()).ifPresent(peer -> listener(file, capture, peer, problems));
                capture.terminated().ifPresent(tls -> names(file, capture, tls, problems));
            });
            file.config().captures().stream()
                    .flatMap(capture -> capture.asTransparent().stream())
                    .forEach(capture -> transparent(file, capture, files, problems));
        }
    }

    private static void listener(NodeFile file, ListenerCapture capture, NodeFile peer, Problems problems) {
        Target target = peer.config().targets().get(capture.target());
        if (target != null) { // otherwise TargetsAgreement reports it
            ends(new Ends(file, capture, peer, capture.target(), target.originated()), problems);
        }
    }

    private static void transparent(
            NodeFile file, TransparentCapture capture, List<NodeFile> files, Problems problems) {
        for (Peer peer : file.config().peers()) {
            Optional<NodeFile> other = Agreement.find(files, peer.id());
            if (other.isPresent()) {
                capture.ports().forEach(port -> port(file, capture, other.get(), port, problems));
            }
        }
    }

    /** Checks what a port of the peer leads to: a target with that port, whose TLS applies to the whole port. */
    private static void port(NodeFile file, TransparentCapture capture, NodeFile peer, int port, Problems problems) {
        Optional<Map.Entry<TargetName, Target>> target = peer.config().targets().entrySet().stream()
                .filter(entry -> entry.getValue().address().port() == port)
                .filter(entry -> entry.getValue().admits(file.id()))
                .findFirst();
        if (target.isPresent()) {
            TargetName name = target.get().getKey();
            ends(new Ends(file, capture, peer, name, target.get().getValue().originated()), problems);
        } else if (capture.tls().isPresent()) {
            problems.report(
                    file.capture(capture, "tls"),
                    "TLS is ended here, but " + Words.quote(peer.id().value())
                            + " has no target with port " + port + " that begins it again ("
                            + peer.place("targets") + ")",
                    "a target with that port and a map in tls");
        }
    }

    /** A capture, and the target that it leads to. */
    private record Ends(NodeFile file, Capture capture, NodeFile peer, TargetName name, Optional<OriginatedTls> begun) {
        Place ofCapture() {
            return file.capture(capture, "tls");
        }

        Place ofTarget() {
            return peer.place("targets", name.value(), "tls");
        }

        String target() {
            return "target " + Words.quote(name.value()) + " of "
                    + Words.quote(peer.id().value());
        }
    }

    private static void ends(Ends ends, Problems problems) {
        Optional<TerminatedTls> ended = ends.capture().terminated();
        if (ended.isPresent() && ends.begun().isEmpty()) {
            problems.report(
                    ends.ofCapture(),
                    "TLS is ended here, but " + ends.target() + " does not begin it again (" + ends.ofTarget() + ")",
                    "a map in tls of that target, or no tls here");
        } else if (ended.isEmpty() && ends.begun().isPresent()) {
            problems.report(
                    ends.ofCapture(),
                    ends.target() + " begins TLS (" + ends.ofTarget() + "), but this capture does not end it",
                    "tls here, or no map in tls of that target");
        } else if (ended.isPresent()) {
            boolean here = ended.get().plaintext();
            if (here != ends.begun().orElseThrow().plaintext()) {
                problems.report(
                        here ? ends.ofTarget() : ends.ofCapture(),
                        "plaintext: true stands only on the other side, in tls of "
                                + (here ? "the capture (" + ends.ofCapture() : ends.target() + " (" + ends.ofTarget())
                                + ")",
                        "plaintext: true in both maps or in neither");
            }
        }
    }

    private static void names(NodeFile file, ListenerCapture capture, TerminatedTls tls, Problems problems) {
        String address = capture.listen().host();
        List<String> dialed = file.hosts().map(hosts -> hosts.names(address)).orElse(List.of());
        if (dialed.isEmpty()) {
            return;
        }
        String place = file.hosts().orElseThrow().place(dialed.get(0)).toString();
        if (tls.minted()) {
            minted(file, capture, tls, new Dialed(dialed, place), problems);
            return;
        }
        Path certificate = tls.own().cert();
        Optional<CertificateSummary> own = read(certificate);
        if (own.isPresent()) {
            boolean covered = own.get().covers(address) || dialed.stream().anyMatch(own.get()::covers);
            if (!covered) {
                problems.report(
                        file.capture(capture, "tls"),
                        "the certificate of " + own.get().holder() + " (" + certificate
                                + ") has no name that the database dials, which are " + Words.and(dialed) + " ("
                                + place + ")",
                        "a certificate with one of these names");
            }
        }
    }

    /**
     * The names by which the database dials the peer.
     *
     * @param place of the first in the hosts file
     */
    private record Dialed(List<String> names, String place) {
        @Override
        public String toString() {
            return Words.and(names) + " (" + place + ")";
        }
    }

    /** Checks that a certificate would be minted for one of the names: it is the peer's, and the authority may sign for it. */
    private static void minted(
            NodeFile file, ListenerCapture capture, TerminatedTls tls, Dialed dialed, Problems problems) {
        Set<String> known =
                file.config().peer(capture.peer()).map(Peer::allHosts).orElse(Set.of());
        List<String> ofPeer = dialed.names().stream()
                .filter(name -> known.stream().anyMatch(name::equalsIgnoreCase))
                .toList();
        if (ofPeer.isEmpty()) {
            problems.report(
                    file.capture(capture, "tls"),
                    "mint makes certificates for the names of "
                            + Words.quote(capture.peer().value())
                            + " only, which are " + Words.and(List.copyOf(known)) + ", and the database dials "
                            + dialed,
                    "one of the dialed names in addresses of the peer");
            return;
        }
        Optional<SigningLimits> limits = limits(tls.own().cert());
        if (limits.isPresent() && ofPeer.stream().noneMatch(limits.get()::permit)) {
            problems.report(
                    file.capture(capture, "tls"),
                    "the name constraints of " + tls.own().cert() + " permit no certificate for what the database"
                            + " dials, which is " + dialed,
                    "an authority that may sign for one of these names");
        }
    }

    private static Optional<SigningLimits> limits(Path file) {
        try {
            return Optional.of(SigningLimits.read(file));
        } catch (NodeCertificateException e) {
            return Optional.empty(); // an error of the node that has the file
        }
    }

    private static Optional<CertificateSummary> read(Path file) {
        try {
            return Optional.of(CertificateSummary.read(file));
        } catch (NodeCertificateException e) {
            return Optional.empty(); // an error of the node that has the file
        }
    }
}
