package io.narrows.proxy.link.pool;

import io.narrows.proxy.link.session.Link;
import io.netty.util.concurrent.Future;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The links of one pool that wait to be taken, oldest first. Used on the pool's event loop only. */
final class ReadyLinks {
    /** Each link with the timer that retires it; a completed future for a link that may wait forever. */
    private final Map<Link, Future<?>> links = new LinkedHashMap<>();

    int size() {
        return links.size();
    }

    /**
     * Keeps a link until it is taken.
     *
     * @param lost runs when the link ends before that
     */
    void add(Link link, Runnable lost) {
        add(link, link.eventLoop().newSucceededFuture(null), lost);
    }

    /**
     * Keeps a link for a limited time, after which it is retired.
     *
     * @param nanos how long it may wait to be taken, in nanoseconds
     * @param lost runs when the link ends before it is taken, including by its age
     */
    void addFor(long nanos, Link link, Runnable lost) {
        add(link, link.eventLoop().schedule(link::retire, nanos, TimeUnit.NANOSECONDS), lost);
    }

    private void add(Link link, Future<?> retirement, Runnable lost) {
        links.put(link, retirement);
        link.onLostWhileReady(() -> {
            Objects.requireNonNull(links.remove(link)).cancel(false);
            lost.run();
        });
    }

    /** Removes and returns the oldest link; null if there is none. */
    @Nullable
    Link poll() {
        Iterator<Map.Entry<Link, Future<?>>> oldest = links.entrySet().iterator();
        if (!oldest.hasNext()) {
            return null;
        }
        Map.Entry<Link, Future<?>> entry = oldest.next();
        oldest.remove();
        entry.getValue().cancel(false);
        Link link = entry.getKey();
        link.onLostWhileReady(() -> {});
        return link;
    }

    /** Retires the plain-text links; each counts as lost. */
    void retirePlain() {
        for (Link link : List.copyOf(links.keySet())) {
            if (!link.encrypted()) {
                link.retire();
            }
        }
    }

    /** Retires all links; none counts as lost. */
    void retireAll() {
        for (Link link = poll(); link != null; link = poll()) {
            link.retire();
        }
    }
}
