package io.narrows.node.watch;

import io.narrows.node.watch.message.EncodedWatchResponse;

/** The client of a watch stream. The hub calls it on one thread and requires that no call blocks. */
public interface WatchClient {
    /**
     * Returns whether the client accepts a response without buffering much of it; {@link WatchStream#ready} must be called
     * when this becomes true again.
     */
    boolean isReady();

    /** @param response its header only has the revision */
    void send(EncodedWatchResponse response);

    /** Allows the next request of this stream. */
    void requestNext();

    /** Called when the hub is closed; no call follows. */
    void closed();

    /** Called after {@link WatchStream#fail}; no call follows. */
    default void failed(Throwable failure) {
        closed();
    }
}
