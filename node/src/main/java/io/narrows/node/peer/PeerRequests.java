package io.narrows.node.peer;

import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.google.protobuf.Message;
import io.narrows.node.peer.message.Failure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Sends this member's own requests to its peers, besides JRaft's. Thread-safe; no call blocks. */
public final class PeerRequests {
    private final PeerConnections connections;

    /** Creates an instance that shares the connections with JRaft. */
    public PeerRequests(PeerConnections connections) {
        this.connections = connections;
    }

    /**
     * Sends a request once. Without a connection to the peer it waits for the next dial, and fails if that fails.
     *
     * @param peerAddress host:port
     * @param request of a type listed in {@link MessageType}
     * @return the peer's response, completed on an event loop, which dependents must not block; fails with a
     *     {@link NotSentException} if the peer certainly did not receive the request, otherwise with a {@link LostException}
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

    /** Returns the failure in a response; null if there is none. */
    private static @Nullable PeerException failure(String peer, Message response) {
        if (response instanceof Failure failure) {
            return new NotSentException(peer + " rejected the request: " + failure.getDetail());
        }
        if (response instanceof ErrorResponse error) {
            return new LostException(peer + " failed to process the request: " + error.getErrorMsg());
        }
        return null;
    }
}
