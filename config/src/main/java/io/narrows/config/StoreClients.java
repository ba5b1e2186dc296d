package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * The bundled store's endpoints for etcd clients.
 *
 * @param listen at least one
 * @param advertised the URLs announced to clients, at least one
 * @param tls empty if clients connect in plain text
 * @param plaintext whether the file explicitly allows plain text, which an address that is not on loopback requires
 */
public record StoreClients(List<HostPort> listen, List<String> advertised, Optional<ServerTls> tls, boolean plaintext) {
    public static final HostPort DEFAULT_LISTEN = new HostPort("127.0.0.1", 2379);

    public StoreClients {
        listen = List.copyOf(listen);
        advertised = List.copyOf(advertised);
    }
}
