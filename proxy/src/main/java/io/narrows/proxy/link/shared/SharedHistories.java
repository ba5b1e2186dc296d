package io.narrows.proxy.link.shared;

import io.narrows.config.PeerId;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The history that the links of a sidecar share, separate for each peer. Safe for use by many threads. */
public final class SharedHistories {
    private final Function<PeerId, HistoryMemory> memory;
    private final Map<PeerId, PeerHistory> peers = new ConcurrentHashMap<>();

    /**
     * @param memory supplies the memory for the history shared with a peer; without memory, nothing is shared
     */
    public SharedHistories(Function<PeerId, HistoryMemory> memory) {
        this.memory = memory;
    }

    PeerHistory of(PeerId peer) {
        return peers.computeIfAbsent(peer, id -> new PeerHistory(memory.apply(id)));
    }
}
