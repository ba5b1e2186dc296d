package io.narrows.proxy.link.shared;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the links of a sidecar have in common, peer by peer; nothing crosses from one peer to another. Safe for use by many threads. */
public final class SharedHistories {
    private final HistoryMemory memory;
    private final Map<String, PeerHistory> peers = new ConcurrentHashMap<>();

    /** @param memory what all of them take together comes from there; without it nothing is shared */
    public SharedHistories(HistoryMemory memory) {
        this.memory = memory;
    }

    PeerHistory of(String peer) {
        return peers.computeIfAbsent(peer, id -> new PeerHistory(memory));
    }
}
