package io.narrows.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * TLS of the local database that a capture ends.
 *
 * @param own the certificate that the database sees instead of the peer's database's; if minted, of the authority that signs
 *     such certificates
 * @param minted whether certificates are made for the names that the database asks for
 * @param ca the authorities that may sign the database's own certificate; present if one is required
 * @param client whether the database must show one
 * @param startTls the protocol in which TLS begins; empty for TLS from the first byte
 * @param plaintext whether links in plain text may carry the connections
 */
public record TerminatedTls(
        CertificateFiles own,
        boolean minted,
        Optional<Path> ca,
        ClientCertificate client,
        Optional<StartTls> startTls,
        boolean plaintext) {
    /** Returns all files, for watching them. */
    public List<Path> files() {
        return Stream.concat(Stream.of(own.cert(), own.key()), ca.stream()).toList();
    }
}
