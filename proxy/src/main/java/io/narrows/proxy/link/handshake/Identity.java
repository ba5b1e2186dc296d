package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import io.narrows.proxy.tls.CertificateNames;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** The authenticated identity of the other end of a TLS connection: the subject alternative names of its certificate. */
final class Identity {
    private final List<String> names;

    private Identity(List<String> names) {
        this.names = names;
    }

    /** Returns the identity of the channel's peer; null without TLS. */
    static @Nullable Identity of(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            Certificate certificate = tls.engine().getSession().getPeerCertificates()[0];
            return new Identity(CertificateNames.of((X509Certificate) certificate));
        } catch (SSLPeerUnverifiedException e) {
            return new Identity(List.of());
        }
    }

    /** Returns whether the certificate names the node, by DNS name or by {@code spiffe://narrows/<id>}. */
    boolean proves(PeerId nodeId) {
        return names.contains(nodeId.value());
    }

    /** Returns the names, for messages. */
    @Override
    public String toString() {
        return names.isEmpty() ? "no name" : String.join(", ", names);
    }
}
