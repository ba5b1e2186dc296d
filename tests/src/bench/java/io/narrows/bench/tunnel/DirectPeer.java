package io.narrows.bench.tunnel;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** No tunnel: the baseline of client, hop and server alone. */
record DirectPeer() implements Peer {
    @Override
    public String label() {
        return "none";
    }

    @Override
    public Map<String, String> programs() {
        return Map.of();
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) {
        return Optional.empty();
    }
}
