package io.narrows.proxy.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The certificates of authorities in a file. */
public record Authorities(List<X509Certificate> certificates) {
    public Authorities {
        certificates = List.copyOf(certificates);
    }

    /** @throws NodeCertificateException if the file cannot be read or parsed */
    public static Authorities read(Path file) throws NodeCertificateException {
        return new Authorities(PemFile.certificates(file));
    }

    /**
     * Returns whether a node's certificate chain leads to one of these authorities at the given time. Revocation is not
     * checked.
     */
    public boolean vouchFor(NodeCertificate node, Instant now) {
        Set<TrustAnchor> anchors = certificates.stream()
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
        try {
            node.chain()
                    .get(0)
                    .checkValidity(
                            Date.from(now)); // PKIX does not check the usage of a certificate that is itself trusted
            X509CertSelector target = new X509CertSelector();
            target.setCertificate(node.chain().get(0));
            PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            parameters.addCertStore(
                    CertStore.getInstance("Collection", new CollectionCertStoreParameters(node.chain())));
            CertPathBuilder.getInstance("PKIX").build(parameters);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
