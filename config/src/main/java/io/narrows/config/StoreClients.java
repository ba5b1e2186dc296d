package io.narrows.config;

import java.util.List;
import java.util.Optional;

/**
 * How etcd's clients reach the bundled store.
 *
 * @param listen at least one
 * @param advertised the URLs that clients are told, at least one
 * @param tls empty when clients speak in the clear
 * @param plaintext whether the file says so itself; an address that is not on loopback has to
 */
public record StoreClients(List<HostPort> listen, List<String> advertised, Optional<ServerTls> tls, boolean plaintext) {
    public static final HostPort DEFAULT_LISTEN = new HostPort("127.0.0.1", 2379);

    public StoreClients {
        listen = List.copyOf(listen);
        advertised = List.copyOf(advertised);
    }
}
