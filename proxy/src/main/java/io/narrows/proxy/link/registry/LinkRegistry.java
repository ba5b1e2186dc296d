package io.narrows.proxy.link.registry;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.Failure;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** All open links of a sidecar. Safe for use by many threads. */
public final class LinkRegistry {
    private final Set<RegisteredLink> links = ConcurrentHashMap.newKeySet();
    private final Map<PeerId, Integer> acceptedByPeer = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Returns a number that is unique in this process and larger than those of earlier links. */
    public long nextNumber() {
        return numbers.incrementAndGet();
    }

    public void add(RegisteredLink link) {
        if (links.add(link) && !link.dialled()) {
            acceptedByPeer.merge(link.peer(), 1, Integer::sum);
        }
    }

    public void remove(RegisteredLink link) {
        if (links.remove(link) && !link.dialled()) {
            acceptedByPeer.computeIfPresent(link.peer(), (peer, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns a live view of the open accepted links by peer, including ready ones. */
    public Map<PeerId, Integer> acceptedByPeer() {
        return Collections.unmodifiableMap(acceptedByPeer);
    }

    /** Returns the number of open links, including ready ones. */
    public int size() {
        return links.size();
    }

    /** Returns a snapshot of the open links. */
    public Collection<RegisteredLink> links() {
        return List.copyOf(links);
    }

    /** Returns the peers of open links, ready or in use. */
    public Set<PeerId> peers() {
        return links.stream()
                .filter(link -> link.state() != LinkState.CLOSED)
                .map(RegisteredLink::peer)
                .collect(Collectors.toSet());
    }

    /** Returns the peers of open links that this node dialed, ready or in use. */
    public Set<PeerId> dialledPeers() {
        return links.stream()
                .filter(link -> link.dialled() && link.state() != LinkState.CLOSED)
                .map(RegisteredLink::peer)
                .collect(Collectors.toSet());
    }

    /** Returns the number of links that carry a connection, or are about to. */
    public int carrying() {
        return (int)
                links.stream().filter(link -> link.state() != LinkState.READY).count();
    }

    /** Ends the links of peers that are no longer configured: unused ones immediately, others after a delay. */
    public void retireStrangers(LiveConfig live) {
        Config config = live.current();
        for (RegisteredLink link : links) {
            if (config.peer(link.peer()).isEmpty()) {
                link.eventLoop().execute(link::retire);
                link.eventLoop()
                        .schedule(
                                () -> cutStranger(link, live),
                                config.link().drain().toMillis(),
                                TimeUnit.MILLISECONDS);
            }
        }
    }

    private static void cutStranger(RegisteredLink link, LiveConfig live) {
        if (live.current().peer(link.peer()).isEmpty()) {
            link.cut(Failure.DRAIN_TIMEOUT);
        }
    }

    /** Applies the places of the active configuration to the traffic that the links carry from now on. */
    public void relocate() {
        for (RegisteredLink link : links) {
            link.eventLoop().execute(link::relocate);
        }
    }

    /** Closes the unused plain-text links with a peer; the side that dialed them replaces them with encrypted ones. */
    public void retirePlain(PeerId peer) {
        links.stream()
                .filter(link -> !link.encrypted() && link.peer().equals(peer))
                .forEach(link -> link.eventLoop().execute(link::retire));
    }

    /** Closes all unused plain-text links. Links that carry a connection continue. */
    public void retirePlain() {
        links.stream()
                .filter(link -> !link.encrypted())
                .forEach(link -> link.eventLoop().execute(link::retire));
    }

    /** Closes unused links. */
    public void retireReady() {
        for (RegisteredLink link : links) {
            link.eventLoop().execute(link::retire);
        }
    }

    /**
     * Ends all links and waits for them to close; their applications see a reset. Must not be called on an event loop.
     */
    public void cutAll(Failure failure) {
        for (RegisteredLink link : links) {
            link.eventLoop().submit(() -> link.cut(failure)).awaitUninterruptibly();
        }
    }

    /** Returns the memory of the contexts and waiting bytes of all links, in bytes; it may be out of date. */
    public long memoryBytes() {
        return links.stream().mapToLong(link -> link.figures().memoryBytes()).sum();
    }

    /** Returns the memory of the contexts of all links that is on the Java heap, in bytes; it may be a second out of date. */
    public long heapBytes() {
        return links.stream().mapToLong(link -> link.figures().heapBytes()).sum();
    }

    /**
     * Returns the summaries for the admin port; the summary of a link that changes during the call may mix both states.
     */
    public List<LinkSummary> summaries() {
        return links.stream().map(link -> link.figures().summary()).toList();
    }
}
