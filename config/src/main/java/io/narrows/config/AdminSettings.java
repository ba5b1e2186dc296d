package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where metrics, health and the savings page are.
 *
 * @param tokenFile a file with the token that allows reload and drain from other than loopback addresses
 */
public record AdminSettings(HostPort listen, Optional<Path> tokenFile) {
    public static final AdminSettings DEFAULT = new AdminSettings(new HostPort("127.0.0.1", 9901), Optional.empty());
}
