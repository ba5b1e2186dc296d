package io.narrows.middleware;

import io.grpc.CallOptions;

/** A call option that names the target node of a call, for channels whose addresses do not identify it. */
public final class CallPeer {
    /**
     * The id of a configured peer, or the name of a place: {@code stub.withOption(CallPeer.ID, "db-2")}. A name missing from
     * the configuration is an unknown peer, to which nothing is compressed.
     */
    public static final CallOptions.Key<String> ID = CallOptions.Key.create("narrows-peer");

    private CallPeer() {}
}
