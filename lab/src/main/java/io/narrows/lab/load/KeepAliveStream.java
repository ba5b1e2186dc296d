package io.narrows.lab.load;

import io.grpc.CallOptions;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A stream of keep-alives to a server, with one at a time in flight. It ends at the first failure. */
final class KeepAliveStream implements ClientResponseObserver<LeaseKeepAliveRequest, LeaseKeepAliveResponse> {
    private final Endpoint endpoint;

    @SuppressWarnings("NullAway.Init") // gRPC calls beforeStart first
    private ClientCallStreamObserver<LeaseKeepAliveRequest> requests;

    private volatile CompletableFuture<Answer> pending = new CompletableFuture<>();
    private volatile @Nullable Throwable failure;

    private KeepAliveStream(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    static KeepAliveStream open(Endpoint endpoint) {
        KeepAliveStream stream = new KeepAliveStream(endpoint);
        ClientCalls.asyncBidiStreamingCall(
                endpoint.calls().newCall(LeaseGrpc.getLeaseKeepAliveMethod(), CallOptions.DEFAULT), stream);
        return stream;
    }

    /** Returns whether the stream is open, to this server. */
    boolean isTo(Endpoint server) {
        return failure == null && endpoint.equals(server);
    }

    /** Sends a keep-alive. The future fails with the stream, or without a response in time. */
    CompletableFuture<Answer> send(long lease) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        pending = answer;
        Throwable ended = failure;
        if (ended != null) {
            answer.completeExceptionally(ended);
            return answer;
        }
        requests.onNext(LeaseKeepAliveRequest.newBuilder().setID(lease).build());
        return answer.orTimeout(Endpoint.LIMIT_SECONDS, TimeUnit.SECONDS).whenComplete((done, reason) -> {
            if (reason != null) {
                failure = reason; // or a late response would be taken for that of the next keep-alive
                close();
            }
        });
    }

    /** Ends the stream, if it is open. */
    void close() {
        requests.cancel("no more keep-alives", null);
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<LeaseKeepAliveRequest> stream) {
        requests = stream;
    }

    @Override
    public void onNext(LeaseKeepAliveResponse response) {
        if (response.getTTL() > 0) {
            pending.complete(new Answer(true, response.getHeader().getRevision(), 0));
        } else {
            pending.completeExceptionally(
                    Status.NOT_FOUND.withDescription("the lease has expired").asRuntimeException());
        }
    }

    @Override
    public void onError(Throwable reason) {
        failure = reason;
        pending.completeExceptionally(reason);
    }

    @Override
    public void onCompleted() {
        onError(Status.UNAVAILABLE
                .withDescription("the server ended the stream")
                .asRuntimeException());
    }
}
