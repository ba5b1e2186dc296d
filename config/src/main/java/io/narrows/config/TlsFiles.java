package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files of mutual TLS on links: the own certificate chain, its private key, and who may sign the peers' certificates.
 *
 * @param mode whether links may be in the clear all the same
 * @param stateDirectory where the peers are kept that were seen with TLS; empty to forget them at a restart
 */
public record TlsFiles(Path cert, Path key, Path ca, TlsMode mode, Optional<Path> stateDirectory) {
    /** Strict, without a directory. */
    public TlsFiles(Path cert, Path key, Path ca) {
        this(cert, key, ca, TlsMode.STRICT, Optional.empty());
    }
}
