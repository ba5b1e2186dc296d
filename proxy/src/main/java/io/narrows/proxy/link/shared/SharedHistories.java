package io.narrows.proxy.link.shared;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the links of a sidecar have in common, peer by peer; nothing crosses from one peer to another. Safe for use by many threads. */
public final class SharedHistories {
    private final Map<String, PeerHistory> peers = new ConcurrentHashMap<>();

    PeerHistory of(String peer) {
        return peers.computeIfAbsent(peer, id -> new PeerHistory());
    }
}
