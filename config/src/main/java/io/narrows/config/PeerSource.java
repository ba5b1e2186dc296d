package io.narrows.config;

import java.util.Optional;

/**
 * A place in which a sidecar finds peers that its configuration does not list. A node found there says its id in its hello.
 *
 * @param lookup where endpoints of sidecars are found
 * @param allow the name that a node's certificate must have for its id; required with {@code link.tls}
 * @param plaintext whether nodes may prove who they are by their address alone, which must be one that was found
 * @param fallback what happens to connections while a node's sidecar cannot be reached; empty leaves it to the policy
 * @param allowDowngrade whether {@code fallback} and {@code plaintext} are allowed although {@code link.tls} is set
 * @param maxPeers the largest number of peers taken from this source
 */
public record PeerSource(
        PeerLookup lookup,
        Optional<CertificatePattern> allow,
        boolean plaintext,
        Optional<Fallback> fallback,
        boolean allowDowngrade,
        int maxPeers) {
    static final int STANDARD_MAX_PEERS = 256;

    /** Returns whether nodes get their traffic without a link while their sidecar cannot be reached. */
    public boolean fallsBack() {
        return fallback.equals(Optional.of(Fallback.PLAIN));
    }

    /** Returns whether nodes that this source has found are those of another one, too, and have proven as much. */
    boolean isReplacedBy(PeerSource next) {
        return lookup.equals(next.lookup) && allow.equals(next.allow) && plaintext == next.plaintext;
    }

    /** Returns the key and value of {@link #lookup} in the file, such as {@code dns: db.example:15000}. */
    public String label() {
        return lookup.key() + ": " + lookup.text();
    }
}
