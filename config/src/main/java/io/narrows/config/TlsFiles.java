package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files for mutual TLS on links: certificate chain, private key, and the CA certificates with which peers are
 * verified.
 *
 * @param mode whether unencrypted links are allowed nevertheless
 * @param stateDirectory directory of the list of peers that have used TLS; empty to forget them on a restart
 */
public record TlsFiles(Path cert, Path key, Path ca, TlsMode mode, Optional<Path> stateDirectory) {
    /** Creates strict settings without a state directory. */
    public TlsFiles(Path cert, Path key, Path ca) {
        this(cert, key, ca, TlsMode.STRICT, Optional.empty());
    }
}
