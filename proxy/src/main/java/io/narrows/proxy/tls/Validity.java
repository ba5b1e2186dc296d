package io.narrows.proxy.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * The expiry of certificates: for a file with several, of the first one that expires.
 *
 * @param node of this node's chain, including the issuers in the same file
 * @param authority of the authorities that may sign the peers' certificates
 */
public record Validity(Instant node, Instant authority) {
    /** @param chain not empty, like {@code authorities} */
    static Validity of(List<X509Certificate> chain, List<X509Certificate> authorities) {
        return new Validity(end(chain), end(authorities));
    }

    /** @param certificates not empty */
    static Instant end(List<X509Certificate> certificates) {
        return certificates.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
