package io.narrows.cli.tls;

import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.OriginatedTls;
import io.narrows.config.PeerId;
import io.narrows.config.Target;
import io.narrows.config.TargetName;
import io.narrows.config.TerminatedTls;
import io.narrows.config.TlsMode;
import io.narrows.proxy.tls.CertificateSummary;
import io.narrows.proxy.tls.NodeCertificateException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Describes the way of connections whose TLS this node ends or begins, from one database to the other:
 *
 * <pre>
 * database -> (TLS ended here, certificate of db-2.example, expires 2027-03-01) -> link to db-2 (TLS) -> (TLS begun there) -> raft
 * database -> (TLS ended here, certificates minted by CN=mint on db-1, expires 2027-03-01) -> link to db-2 (TLS) -> and so on
 * database -> (TLS ended there) -> link (TLS) -> (TLS begun here, as db-1.example, expires 2027-03-01) -> raft at 127.0.0.1:2380
 * </pre>
 */
public final class TlsChains {
    private static final String NEXT = " -> ";

    private TlsChains() {}

    /** Returns the lines of {@code check}: one for each capture and target with TLS. */
    public static List<String> of(Config config) {
        List<String> lines = new ArrayList<>();
        for (Capture capture : config.captures()) {
            capture.terminated()
                    .ifPresent(tls -> lines.add("capture " + capture.listen() + ": "
                            + outbound(config, capture, tls, peerOf(capture).orElse("the peer"))));
        }
        config.targets()
                .forEach((name, target) -> target.originated()
                        .ifPresent(tls -> lines.add("target " + name + ": " + inbound(config, name, target, tls))));
        return lines;
    }

    /** Returns the lines of {@code explain} about connections to and from a peer; empty without TLS of databases. */
    public static String ofPeer(Config config, PeerId peer) {
        StringBuilder text = new StringBuilder();
        for (Capture capture : config.captures()) {
            if (peerOf(capture).filter(other -> !other.equals(peer.value())).isEmpty()) {
                capture.terminated().ifPresent(tls -> append(text, outbound(config, capture, tls, peer.value())));
            }
        }
        config.targets()
                .forEach((name, target) -> target.originated()
                        .filter(tls -> target.admits(peer))
                        .ifPresent(tls -> append(text, inbound(config, name, target, tls))));
        return text.toString();
    }

    private static void append(StringBuilder text, String chain) {
        text.append("TLS chain    ").append(chain).append('\n');
    }

    private static String outbound(Config config, Capture capture, TerminatedTls tls, String peer) {
        return "database" + NEXT + "(TLS ended here, "
                + (tls.minted() ? "certificates minted by " : "certificate of ")
                + certificate(tls.own().cert()) + ")" + NEXT
                + "link to " + peer + " (" + link(config, tls.plaintext()) + ")" + NEXT + "(TLS begun there)" + NEXT
                + destination(capture);
    }

    private static String inbound(Config config, TargetName name, Target target, OriginatedTls tls) {
        String own = tls.own().map(files -> "as " + certificate(files.cert())).orElse("without a certificate");
        return "database" + NEXT + "(TLS ended there)" + NEXT + "link (" + link(config, tls.plaintext()) + ")" + NEXT
                + "(TLS begun here, " + own
                + tls.serverName().map(expected -> ", to " + expected).orElse("") + ")" + NEXT + name + " at "
                + target.address();
    }

    private static Optional<String> peerOf(Capture capture) {
        return capture.asListener().map(listener -> listener.peer().value());
    }

    private static String destination(Capture capture) {
        return capture.match(
                listener -> listener.target().value(),
                connect -> "database",
                socks5 -> "database",
                transparent -> (transparent.ports().size() == 1 ? "port " : "ports ")
                        + transparent.ports().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    private static String link(Config config, boolean plaintext) {
        return config.link()
                .tls()
                .map(files -> plaintext && files.mode() == TlsMode.PERMISSIVE ? "TLS or plain text" : "TLS")
                .orElse("plain text");
    }

    /** Returns the holder and the expiry, or the file if they cannot be read. */
    private static String certificate(Path file) {
        try {
            return CertificateSummary.read(file).toString();
        } catch (NodeCertificateException e) {
            return file.toString();
        }
    }
}
