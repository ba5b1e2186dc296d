package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.OfferedEncoders;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The encoders of recipes in hellos, which are most of their bytes. Nodes of one version have the same ones, so a hello to a peer whose last
 * hello had the hash of this side's list has the hash only. If the peer's encoders have changed since, the connection ends after the hellos,
 * and the hello of the next one has the list, whatever was heard meanwhile. Safe for use by many threads.
 */
final class SharedEncoders {
    private final Map<PeerId, Long> hashes = new ConcurrentHashMap<>();

    /** Returns a hello without its encoders, which the peer knows by their hash. */
    static Hello brief(Hello hello) {
        return hello.toBuilder().clearEncoders().build();
    }

    /** Returns whether both hellos have the hash of the same encoders. */
    static boolean isSame(Hello own, Hello other) {
        return own.getEncodersHash() != OfferedEncoders.NO_HASH && own.getEncodersHash() == other.getEncodersHash();
    }

    /** Returns whether a hello has the hash of encoders that it leaves out. */
    static boolean isBrief(Hello hello) {
        return hello.getEncodersHash() != OfferedEncoders.NO_HASH && hello.getEncodersCount() == 0;
    }

    /**
     * Returns the hello of a peer with all encoders for which it stands.
     *
     * @param own this side's hello, with all its encoders
     */
    static Hello completed(Hello own, Hello other) {
        return isSame(own, other)
                ? other.toBuilder()
                        .clearEncoders()
                        .addAllEncoders(own.getEncodersList())
                        .build()
                : other;
    }

    /** Records the hello of a peer. */
    void heard(PeerId peer, Hello hello) {
        hashes.put(peer, hello.getEncodersHash());
    }

    /** Returns whether the last hello of a peer had the hash of these encoders. */
    boolean isKnownTo(PeerId peer, Hello own) {
        return own.getEncodersHash() != OfferedEncoders.NO_HASH
                && hashes.getOrDefault(peer, OfferedEncoders.NO_HASH) == own.getEncodersHash();
    }

    /** Forgets all other peers. */
    void retainPeers(Set<PeerId> peers) {
        hashes.keySet().retainAll(peers);
    }
}
