package io.narrows.bench.tunnel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * No tunnel: the baseline of client, hop and server alone.
 *
 * @param tls whether client and server speak TLS
 */
record DirectPeer(boolean tls) implements Peer {
    @Override
    public String label() {
        return "none" + (tls ? TLS_LABEL : "");
    }

    @Override
    public Map<String, String> programs() {
        return tls ? CERTIFICATE_PROGRAMS : Map.of();
    }

    @Override
    public Route route(Route ports, Path directory) throws IOException {
        return tls ? ports.encrypted(directory) : ports;
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) {
        return Optional.empty();
    }
}
