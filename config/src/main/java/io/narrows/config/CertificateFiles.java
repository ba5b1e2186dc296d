package io.narrows.config;

import java.nio.file.Path;

/** PEM files of a certificate chain and its private key. */
public record CertificateFiles(Path cert, Path key) {}
