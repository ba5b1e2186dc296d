package io.narrows.proxy.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;

/**
 * A certificate that this sidecar has made, in memory only.
 *
 * @param chain the certificate, and after it those of its authorities
 * @param renewal when a new one should be made; the end of the certificate if a new one could not last longer
 */
record MintedLeaf(PrivateKey key, List<X509Certificate> chain, Instant renewal) {
    MintedLeaf {
        chain = List.copyOf(chain);
    }

    /** Returns whether it should be shown at that time, after which a clock may also have been set back. */
    boolean isFresh(Instant now) {
        Instant begin = chain.get(0).getNotBefore().toInstant();
        return !now.isBefore(begin) && now.isBefore(renewal);
    }
}
