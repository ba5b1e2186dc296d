package io.narrows.config;

import java.nio.file.Path;

/** PEM files of mutual TLS on links: the own certificate chain, its private key, and who may sign the peers' certificates. */
public record TlsFiles(Path cert, Path key, Path ca) {}
