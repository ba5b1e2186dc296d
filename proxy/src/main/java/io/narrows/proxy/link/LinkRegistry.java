package io.narrows.proxy.link;

import io.narrows.config.Config;
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

/** All links that live. Safe for use by many threads. */
public final class LinkRegistry {
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> acceptedByPeer = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Returns a number that is unique in this process and larger than those of earlier links. */
    long nextNumber() {
        return numbers.incrementAndGet();
    }

    void add(Link link) {
        if (links.add(link) && !link.dialled()) {
            acceptedByPeer.merge(link.peer(), 1, Integer::sum);
        }
    }

    void remove(Link link) {
        if (links.remove(link) && !link.dialled()) {
            acceptedByPeer.computeIfPresent(link.peer(), (peer, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Returns a live view of the open accepted links by peer, including ready ones. */
    Map<String, Integer> acceptedByPeer() {
        return Collections.unmodifiableMap(acceptedByPeer);
    }

    /** Links that live, ready ones included. */
    public int size() {
        return links.size();
    }

    /** The links that live now. */
    public Collection<Link> links() {
        return List.copyOf(links);
    }

    /** Returns the peers that a link lives with, ready or in use. */
    public Set<String> peers() {
        return links.stream()
                .filter(link -> link.state() != Link.State.CLOSED)
                .map(Link::peer)
                .collect(Collectors.toSet());
    }

    /** Links that carry a connection, or are about to. */
    public int carrying() {
        return (int)
                links.stream().filter(link -> link.state() != Link.State.READY).count();
    }

    /** Ends links of peers that the configuration does not know any more: waiting ones now, running ones after a while. */
    public void retireStrangers(LiveConfig live) {
        Config config = live.current();
        for (Link link : links) {
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

    private static void cutStranger(Link link, LiveConfig live) {
        if (live.current().peer(link.peer()).isEmpty()) {
            link.cut(Failure.DRAIN_TIMEOUT);
        }
    }

    /** Applies the places of the active configuration to the traffic that the links carry from now on. */
    public void relocate() {
        for (Link link : links) {
            link.eventLoop().execute(link::relocate);
        }
    }

    /** Closes the unused plain-text links with a peer; the side that dialled them replaces them with encrypted ones. */
    void retirePlain(String peer) {
        links.stream()
                .filter(link -> !link.encrypted() && link.peer().equals(peer))
                .forEach(link -> link.eventLoop().execute(link::retire));
    }

    /** Closes all unused plain-text links. Links that carry a connection continue. */
    void retirePlain() {
        links.stream()
                .filter(link -> !link.encrypted())
                .forEach(link -> link.eventLoop().execute(link::retire));
    }

    /** Closes links that nobody took. */
    public void retireReady() {
        for (Link link : links) {
            link.eventLoop().execute(link::retire);
        }
    }

    /** Ends all links and waits until they have; their applications see a reset. Not to be called on an event loop. */
    public void cutAll(Failure failure) {
        for (Link link : links) {
            link.eventLoop().submit(() -> link.cut(failure)).awaitUninterruptibly();
        }
    }

    /** What the admin port shows; a link that changes meanwhile may show some of both. */
    public List<LinkSummary> summaries() {
        return links.stream().map(Link::summary).toList();
    }
}
