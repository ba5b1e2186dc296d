package io.narrows.node.api;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Files of PEM for the side of clients. When their contents change, connections that are made from then on have the new ones.
 *
 * @param certificate of this node, with what it was issued by
 * @param key of the certificate, PKCS #8, not encrypted
 * @param clientCa what certificates of clients are issued by; when it is given, a client without one is refused
 */
public record ApiTls(Path certificate, Path key, Optional<Path> clientCa) {}
