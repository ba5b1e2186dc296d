package io.narrows.proxy.link.shared;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What the links of a sidecar have in common, peer by peer; nothing crosses from one peer to another. Safe for use by many threads. */
public final class SharedHistories {
    private final Function<String, HistoryMemory> memory;
    private final Map<String, PeerHistory> peers = new ConcurrentHashMap<>();

    /** @param memory returns the memory for what is shared with a peer; where it has none, nothing is shared */
    public SharedHistories(Function<String, HistoryMemory> memory) {
        this.memory = memory;
    }

    PeerHistory of(String peer) {
        return peers.computeIfAbsent(peer, id -> new PeerHistory(memory.apply(id)));
    }
}
