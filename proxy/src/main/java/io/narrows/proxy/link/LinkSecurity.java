package io.narrows.proxy.link;

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
 * Decides which connections between sidecars TLS carries. Without certificates none, in mode {@code strict} all; in mode
 * {@code permissive} all but those with peers that were never seen with TLS. Safe for use by many threads.
 */
public final class LinkSecurity {
    /** Time for which a peer that answered in plain text is dialled in plain text before TLS is tried again. */
    static final long PLAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** The type of the first TLS record of a connection; a greeting begins with {@code N}. */
    private static final int TLS_HANDSHAKE = 0x16;

    private final TlsContexts contexts;
    private final TlsPeers tlsPeers;
    private final LongSupplier nanoClock;
    private final Map<String, Long> answeredPlainAt = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> plainLinks = new ConcurrentHashMap<>();
    private volatile Consumer<String> firstSeen = peer -> {};

    /** @param nanoClock a clock that only differences are taken of, in nanoseconds */
    public LinkSecurity(TlsContexts contexts, TlsPeers tlsPeers, LongSupplier nanoClock) {
        this.contexts = contexts;
        this.tlsPeers = tlsPeers;
        this.nanoClock = nanoClock;
    }

    /** Sets what to run, on any thread, when a peer is seen with TLS for the first time. */
    void onFirstSeen(Consumer<String> action) {
        firstSeen = action;
    }

    /** Whether this node has certificates. */
    boolean configured() {
        return contexts.mode().isPresent();
    }

    /** Whether this node takes no plain text from anybody. */
    boolean strict() {
        return contexts.mode().equals(Optional.of(TlsMode.STRICT));
    }

    /** Whether a link with the peer must be encrypted. */
    public boolean requiresTls(String peer) {
        return strict() || configured() && tlsPeers.contains(peer);
    }

    /** Whether the next connection to the peer is dialled with TLS. */
    boolean dialsTls(String peer) {
        if (!configured() || requiresTls(peer)) {
            return configured();
        }
        Long plainAt = answeredPlainAt.get(peer);
        return plainAt == null || nanoClock.getAsLong() - plainAt >= PLAIN_NANOS;
    }

    /** Notes that the peer answered a TLS handshake in plain text. */
    void answeredPlain(String peer) {
        answeredPlainAt.put(peer, nanoClock.getAsLong());
    }

    /** Notes that the peer wants TLS, as far as this connection shows; the next one is dialled with TLS. */
    void askedForTls(String peer) {
        answeredPlainAt.remove(peer);
    }

    /** Notes that the peer speaks TLS, by a handshake or by its hello. */
    void speaksTls(String peer) {
        answeredPlainAt.remove(peer);
        if (tlsPeers.add(peer)) {
            firstSeen.accept(peer);
        }
    }

    /** Counts a plain link of a node that has certificates. */
    void plainLink(String peer) {
        if (configured()) {
            plainLinks(peer).increment();
        }
    }

    /** Plain links since the start that this node took although it has certificates. */
    LongAdder plainLinks(String peer) {
        return plainLinks.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Forgets all peers but these, except that those which were seen with TLS stay known. */
    void retainPeers(Set<String> peers) {
        answeredPlainAt.keySet().retainAll(peers);
        plainLinks.keySet().retainAll(peers);
    }

    /** The handler for a connection that this side makes with TLS. */
    Optional<SslHandler> client(ByteBufAllocator allocator) {
        return contexts.client(allocator);
    }

    /** The handler for a connection that came in; empty where the first byte shows plain text that may be taken. */
    Optional<SslHandler> server(ByteBufAllocator allocator, int firstByte) {
        boolean plain = contexts.mode().equals(Optional.of(TlsMode.PERMISSIVE)) && firstByte != TLS_HANDSHAKE;
        return plain ? Optional.empty() : contexts.server(allocator);
    }
}
