package io.narrows.proxy.dictionary;

import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The traffic that a dictionary is for: one direction of the connections between this node and a peer to one target. It is also the
 * place of its files below the directory of the store: {@code db-2/raft/dialled-sent}.
 *
 * @param dialled whether this side opens the links of these connections
 * @param sent whether the dictionary is for what this side sends, so that this side made it
 */
record DictionaryKey(PeerId peer, TargetName target, boolean dialled, boolean sent) {
    /** Returns the key of a directory of a peer and target; empty if no key has a directory of that name. */
    static Optional<DictionaryKey> of(PeerId peer, TargetName target, String direction) {
        return switch (direction) {
            case "dialled-sent" -> Optional.of(new DictionaryKey(peer, target, true, true));
            case "dialled-received" -> Optional.of(new DictionaryKey(peer, target, true, false));
            case "accepted-sent" -> Optional.of(new DictionaryKey(peer, target, false, true));
            case "accepted-received" -> Optional.of(new DictionaryKey(peer, target, false, false));
            default -> Optional.empty();
        };
    }

    /** Returns the path of the directory, relative to that of the store. */
    Path directory() {
        return Path.of(peer.value(), target.value(), toDirection());
    }

    private String toDirection() {
        return (dialled ? "dialled" : "accepted") + (sent ? "-sent" : "-received");
    }
}
