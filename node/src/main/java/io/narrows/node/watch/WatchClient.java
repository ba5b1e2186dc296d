package io.narrows.node.watch;

import io.narrows.node.etcd.WatchResponse;

/** Who is at the other end of a stream. The hub calls it on one thread, and takes it that no call blocks. */
public interface WatchClient {
    /** Whether it takes a response without keeping much of it in memory; who makes this true again says {@link WatchStream#ready}. */
    boolean isReady();

    /** @param response its header has the revision and nothing else */
    void send(WatchResponse response);

    /** The next request of this stream may come. */
    void requestNext();

    /** The hub is closed; nothing follows. */
    void closed();
}
