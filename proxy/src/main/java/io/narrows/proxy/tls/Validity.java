package io.narrows.proxy.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * When certificates end: of a file with several, the first one that does.
 *
 * @param node of the own chain, whose issuers are in the same file
 * @param authority of those who may sign the peers' certificates
 */
public record Validity(Instant node, Instant authority) {
    /** @param chain not empty, and neither are the authorities */
    static Validity of(List<X509Certificate> chain, List<X509Certificate> authorities) {
        return new Validity(end(chain), end(authorities));
    }

    private static Instant end(List<X509Certificate> certificates) {
        return certificates.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Instant::compareTo)
                .orElseThrow();
    }
}
