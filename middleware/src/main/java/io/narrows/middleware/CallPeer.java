package io.narrows.middleware;

import io.grpc.CallOptions;

/** How a caller names the node that a call goes to, where the channel's addresses do not tell. */
public final class CallPeer {
    /** The id of a configured peer: {@code stub.withOption(CallPeer.ID, "db-2")}. */
    public static final CallOptions.Key<String> ID = CallOptions.Key.create("narrows-peer");

    private CallPeer() {}
}
