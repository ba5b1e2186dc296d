package io.narrows.proxy.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPath;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Certificates of authorities, as they were in a file. */
public record Authorities(List<X509Certificate> certificates) {
    public Authorities {
        certificates = List.copyOf(certificates);
    }

    /** @throws NodeCertificateException if the file cannot be read or parsed */
    public static Authorities read(Path file) throws NodeCertificateException {
        return new Authorities(PemFile.certificates(file));
    }

    /** Returns whether a node's certificate chain leads to one of these authorities at a time. Revocation is not looked at. */
    public boolean vouchFor(NodeCertificate node, Instant now) {
        Set<TrustAnchor> anchors = certificates.stream()
                .map(certificate -> new TrustAnchor(certificate, null))
                .collect(Collectors.toSet());
        try {
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(now));
            List<X509Certificate> chain = node.chain().stream()
                    .filter(certificate -> !certificates.contains(certificate))
                    .toList();
            CertPath path = CertificateFactory.getInstance("X.509").generateCertPath(chain);
            CertPathValidator.getInstance("PKIX").validate(path, parameters);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
