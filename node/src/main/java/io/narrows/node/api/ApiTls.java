package io.narrows.node.api;

import java.nio.file.Path;
import java.util.Optional;

/**
 * PEM files for the client side. When their contents change, new connections use the new ones.
 *
 * @param certificate certificate chain of this node
 * @param key private key of the certificate, PKCS #8, unencrypted
 * @param clientCa CAs of client certificates; if present, clients without a certificate are refused
 */
public record ApiTls(Path certificate, Path key, Optional<Path> clientCa) {}
