package io.narrows.proxy.link.registry;

import io.netty.channel.EventLoop;

/** A component other than links that the watchdog calls once a second on each event loop. */
public interface Watched {
    /**
     * Performs one round.
     *
     * @param loop the calling event loop, whose connections are to be checked
     * @param stoodStill whether the loop was blocked before, so that the time must not count as silence
     */
    void lookAfter(EventLoop loop, boolean stoodStill);
}
