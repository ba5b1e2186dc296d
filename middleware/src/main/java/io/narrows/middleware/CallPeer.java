package io.narrows.middleware;

import io.grpc.CallOptions;

/** How a caller names the node that a call goes to, where the channel's addresses do not tell. */
public final class CallPeer {
    /**
     * The id of a configured peer, or the name of a place: {@code stub.withOption(CallPeer.ID, "db-2")}. A name that the
     * configuration does not have is an unknown peer, to which nothing is compressed.
     */
    public static final CallOptions.Key<String> ID = CallOptions.Key.create("narrows-peer");

    private CallPeer() {}
}
