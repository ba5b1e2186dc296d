package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files of a server.
 *
 * @param ca CA certificates with which client certificates are verified; empty if clients present none
 */
public record ServerTls(Path cert, Path key, Optional<Path> ca) {}
