package io.narrows.proxy.link;

import io.netty.channel.EventLoop;

/** Something beside links that the watchdog looks after, once a second on each event loop. */
public interface Watched {
    /**
     * One round.
     *
     * @param loop the event loop that calls, and whose connections are meant
     * @param stoodStill whether the loop stood still before, so that nobody is to be judged by that time
     */
    void lookAfter(EventLoop loop, boolean stoodStill);
}
