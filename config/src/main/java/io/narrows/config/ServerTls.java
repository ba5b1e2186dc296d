package io.narrows.config;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files of a server.
 *
 * @param ca who may sign its clients' certificates; empty when clients show none
 */
public record ServerTls(Path cert, Path key, Optional<Path> ca) {}
