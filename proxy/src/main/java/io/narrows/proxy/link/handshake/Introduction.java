package io.narrows.proxy.link.handshake;

import io.narrows.config.CertificatePattern;
import io.narrows.config.PeerId;
import java.util.List;
import java.util.Optional;

/**
 * The answer of a node that was asked who it is.
 *
 * @param id the id in its hello
 * @param instance the number of its process; 0 if its version has none
 * @param certificateNames the DNS names and URIs of its certificate; empty if it answered in plain text
 */
public record Introduction(PeerId id, long instance, Optional<List<String>> certificateNames) {
    /** Returns whether two answers come from the same process, reached at two addresses. */
    public boolean isSameProcess(Introduction other) {
        return instance != 0 && instance == other.instance && id.equals(other.id);
    }

    /** Returns whether the node has a certificate with the name that the pattern allows for its id. */
    public boolean isProvenBy(CertificatePattern pattern) {
        return certificateNames.filter(names -> pattern.admits(id, names)).isPresent();
    }
}
