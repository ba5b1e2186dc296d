package io.narrows.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * TLS that this sidecar begins to its target, for connections whose TLS the peer's sidecar has ended.
 *
 * @param own the certificate that the target sees; empty if it demands none
 * @param ca the authorities that may sign the target's certificate
 * @param serverName the name that the target's certificate must have; if empty, the one that the peer's database asked for
 * @param plaintext whether links in plain text may open the target
 */
public record OriginatedTls(Optional<CertificateFiles> own, Path ca, Optional<String> serverName, boolean plaintext) {
    /** Returns all files, for watching them. */
    public List<Path> files() {
        return Stream.concat(own.stream().flatMap(pair -> Stream.of(pair.cert(), pair.key())), Stream.of(ca))
                .toList();
    }
}
