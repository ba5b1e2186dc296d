package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.google.protobuf.Message;
import io.narrows.node.peer.message.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Requests of this member to its peers, beside JRaft's. Thread-safe; no call blocks. */
public final class PeerRequests {
    private final PeerConnections connections;

    /** Makes requests that share the connections with JRaft's. */
    public PeerRequests(PeerConnections connections) {
        this.connections = connections;
    }

    /**
     * Sends a request once. Without a connection to the peer it waits for the next dial, and fails if that does.
     *
     * @param peerAddress host:port
     * @param request of a type that {@link MessageType} lists
     * @return the peer's reply, completed on an event loop, whose dependents must not block; fails with a
     *     {@link NotSentException} if the peer certainly did not take the request, otherwise with a {@link LostException}
     */
    public CompletableFuture<Message> send(String peerAddress, Message request, Duration timeout) {
        MessageType.of(request.getClass());
        CompletableFuture<Message> reply = new CompletableFuture<>();
        connections.send(peerAddress, request, timeout.toNanos(), (response, failure) -> {
            PeerException lost = failure != null ? failure : failure(peerAddress, response);
            if (lost == null) {
                reply.complete(response);
            } else {
                reply.completeExceptionally(lost);
            }
        });
        return reply;
    }

    /** Null if the response is none. */
    private static PeerException failure(String peer, Message response) {
        if (response instanceof Failure failure) {
            return new NotSentException(peer + " does not take the request: " + failure.getDetail());
        }
        if (response instanceof ErrorResponse error) {
            return new LostException(peer + " failed to answer: " + error.getErrorMsg());
        }
        return null;
    }
}
