package io.narrows.proxy.link;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;

/** Who the other end of a TLS connection proved to be: the names in its certificate's subject alternative names. */
final class Identity {
    /** A URI name of this form stands for the node id behind it. */
    static final String SPIFFE_PREFIX = "spiffe://narrows/";

    private static final int DNS_NAME = 2;
    private static final int URI_NAME = 6;

    private final List<String> names;

    private Identity(List<String> names) {
        this.names = names;
    }

    /** The identity of the channel's peer, or null when TLS does not carry the channel. */
    static Identity of(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null) {
            return null;
        }
        try {
            Certificate certificate = tls.engine().getSession().getPeerCertificates()[0];
            return new Identity(names((X509Certificate) certificate));
        } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
            return new Identity(List.of());
        }
    }

    /** Whether the certificate names the node: by DNS name, or by {@code spiffe://narrows/<id>}. */
    boolean proves(String nodeId) {
        return names.contains(nodeId);
    }

    private static List<String> names(X509Certificate certificate) throws CertificateParsingException {
        List<String> names = new ArrayList<>();
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives == null) {
            return names;
        }
        for (List<?> alternative : alternatives) {
            int type = (Integer) alternative.get(0);
            if (type == DNS_NAME) {
                names.add((String) alternative.get(1));
            } else if (type == URI_NAME && ((String) alternative.get(1)).startsWith(SPIFFE_PREFIX)) {
                names.add(((String) alternative.get(1)).substring(SPIFFE_PREFIX.length()));
            }
        }
        return names;
    }

    /** The names, for messages. */
    @Override
    public String toString() {
        return names.isEmpty() ? "no name" : String.join(", ", names);
    }
}
