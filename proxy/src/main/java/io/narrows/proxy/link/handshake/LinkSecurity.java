package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import io.narrows.config.TlsMode;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.SslHandler;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Decides which connections between sidecars use TLS: none without certificates, all in mode {@code strict}, and in
 * mode {@code permissive} all except those with peers that have never used TLS. Safe for use by many threads.
 */
public final class LinkSecurity {
    /** Time for which a peer that answered in plain text is dialed in plain text before TLS is tried again. */
    public static final long PLAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The type of the first TLS record of a connection; a greeting begins with {@code N}. */
    private static final int TLS_HANDSHAKE = 0x16;

    private final TlsContexts contexts;
    private final TlsPeers tlsPeers;
    private final LongSupplier nanoClock;
    private final Map<PeerId, Long> answeredPlainAt = new ConcurrentHashMap<>();
    private final Map<PeerId, LongAdder> plainLinks = new ConcurrentHashMap<>();
    private volatile Consumer<PeerId> firstSeen = peer -> {};

    /** @param nanoClock a monotonic clock in nanoseconds, used for differences only */
    public LinkSecurity(TlsContexts contexts, TlsPeers tlsPeers, LongSupplier nanoClock) {
        this.contexts = contexts;
        this.tlsPeers = tlsPeers;
        this.nanoClock = nanoClock;
    }

    /** Sets the action to run, on any thread, when a peer first uses TLS. */
    void onFirstSeen(Consumer<PeerId> action) {
        firstSeen = action;
    }

    /** Returns whether this node has certificates. */
    public boolean configured() {
        return contexts.mode().isPresent();
    }

    /** Returns whether this node refuses plain text from everyone. */
    public boolean strict() {
        return contexts.mode().equals(Optional.of(TlsMode.STRICT));
    }

    /** Returns whether a link with the peer must be encrypted. */
    public boolean requiresTls(PeerId peer) {
        return strict() || configured() && tlsPeers.contains(peer);
    }

    /** Returns whether the peer has used TLS, even if this node no longer does. */
    public boolean hasUsedTls(PeerId peer) {
        return tlsPeers.contains(peer);
    }

    /** Returns whether the next connection to the peer is dialed with TLS. */
    public boolean dialsTls(PeerId peer) {
        if (!configured() || requiresTls(peer)) {
            return configured();
        }
        Long plainAt = answeredPlainAt.get(peer);
        return plainAt == null || nanoClock.getAsLong() - plainAt >= PLAIN_NANOS;
    }

    /** Records that the peer answered a TLS handshake in plain text. */
    void answeredPlain(PeerId peer) {
        answeredPlainAt.put(peer, nanoClock.getAsLong());
    }

    /** Records that the peer seems to require TLS; the next connection is dialed with TLS. */
    void askedForTls(PeerId peer) {
        answeredPlainAt.remove(peer);
    }

    /** Records that the peer uses TLS, by a handshake or by its hello. */
    void speaksTls(PeerId peer) {
        answeredPlainAt.remove(peer);
        if (tlsPeers.add(peer)) {
            firstSeen.accept(peer);
        }
    }

    /** Counts a plain-text link of a node that has certificates. */
    void plainLink(PeerId peer) {
        if (configured()) {
            plainLinks(peer).increment();
        }
    }

    /** Returns the number of plain-text links since the start that this node accepted although it has certificates. */
    LongAdder plainLinks(PeerId peer) {
        return plainLinks.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Forgets all other peers, but not which peers have used TLS. */
    void retainPeers(Set<PeerId> peers) {
        answeredPlainAt.keySet().retainAll(peers);
        plainLinks.keySet().retainAll(peers);
    }

    /** Returns the handler for a connection that this side dials with TLS. */
    Optional<SslHandler> client(ByteBufAllocator allocator) {
        return contexts.client(allocator);
    }

    /** Returns the handler for an accepted connection; empty if the first byte shows plain text that is allowed. */
    Optional<SslHandler> server(ByteBufAllocator allocator, int firstByte) {
        boolean plain = contexts.mode().equals(Optional.of(TlsMode.PERMISSIVE)) && firstByte != TLS_HANDSHAKE;
        return plain ? Optional.empty() : contexts.server(allocator);
    }
}
