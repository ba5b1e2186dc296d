package io.narrows.proxy.link.pool;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.session.Link;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Supplies links for captured connections. Used on the event loop that both share. */
public interface LinkSource {
    /** Returns a ready link of the event loop; null if there is none. */
    @Nullable
    Link take(EventLoop loop, PeerId peer);

    /** Returns a link over a new connection; fails if the peer was removed or the sidecar drains. */
    Future<Link> dial(EventLoop loop, PeerId peer);
}
