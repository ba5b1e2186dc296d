package io.narrows.proxy.tls;

import java.util.List;
import java.util.Optional;

/**
 * The parts of a ClientHello that both ends of a connection must agree on.
 *
 * @param serverName the host that the client asks for (SNI); empty if it does not say
 * @param protocols the application protocols that it offers (ALPN), its favorite first; empty without ALPN
 */
public record ClientHello(Optional<String> serverName, List<String> protocols) {
    /** Stands for a ClientHello that follows later: nothing is known of it. */
    public static final ClientHello UNKNOWN = new ClientHello(Optional.empty(), List.of());

    public ClientHello {
        protocols = List.copyOf(protocols);
    }
}
