package io.narrows.proxy.link;

import io.narrows.config.Config;
import io.narrows.proxy.meter.Failure;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** All links that live. Safe for use by many threads. */
public final class LinkCensus {
    private final Set<Link> links = ConcurrentHashMap.newKeySet();

    void add(Link link) {
        links.add(link);
    }

    void remove(Link link) {
        links.remove(link);
    }

    public int size() {
        return links.size();
    }

    public Collection<Link> links() {
        return List.copyOf(links);
    }

    /** Links that carry a connection, or are about to. */
    public int carrying() {
        return (int)
                links.stream().filter(link -> link.state() != Link.State.READY).count();
    }

    /** Closes links that wait for a peer which the configuration does not know any more. */
    public void retireStrangers(Config config) {
        for (Link link : links) {
            if (config.peer(link.peer()).isEmpty()) {
                link.eventLoop().execute(link::retire);
            }
        }
    }

    /** Closes links that nobody took. */
    public void retireReady() {
        for (Link link : links) {
            link.eventLoop().execute(link::retire);
        }
    }

    /** Ends all links; their applications see a reset. */
    public void cutAll(Failure failure) {
        for (Link link : links) {
            link.eventLoop().submit(() -> link.cut(failure)).awaitUninterruptibly();
        }
    }

    public List<LinkSummary> summaries() {
        return links.stream().map(Link::summary).toList();
    }
}
