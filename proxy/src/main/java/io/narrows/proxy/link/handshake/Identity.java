package io.narrows.proxy.link.handshake;

import io.narrows.config.CertificatePattern;
import io.narrows.config.PeerId;
import io.narrows.proxy.tls.CertificateNames;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The authenticated identity of the other end of a TLS connection: the subject alternative names of its certificate. */
final class Identity {
    private final List<String> nodes;
    private final List<String> names;

    private Identity(List<String> nodes, List<String> names) {
        this.nodes = nodes;
        this.names = names;
    }

    /** Returns the identity of the channel's peer; null without TLS. */
    static @Nullable Identity of(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            X509Certificate certificate =
                    (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
            return new Identity(CertificateNames.of(certificate), CertificateNames.all(certificate));
        } catch (SSLPeerUnverifiedException e) {
            return new Identity(List.of(), List.of());
        }
    }

    /** Returns whether the certificate names the node, by DNS name or by {@code spiffe://narrows/<id>}. */
    boolean proves(PeerId nodeId) {
        return nodes.contains(nodeId.value());
    }

    /** Returns whether the certificate has the name that the pattern allows for the node. */
    boolean matches(CertificatePattern pattern, PeerId nodeId) {
        return pattern.admits(nodeId, names);
    }

    /** Returns the DNS names and URIs of the certificate. */
    List<String> names() {
        return names;
    }

    /** Returns the names, for messages. */
    @Override
    public String toString() {
        return nodes.isEmpty() && names.isEmpty() ? "no name" : String.join(", ", nodes.isEmpty() ? names : nodes);
    }
}
