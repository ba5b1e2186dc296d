package io.narrows.tests.linearizability;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.narrows.node.etcd.LeaseGrpc;
import io.narrows.node.etcd.LeaseKeepAliveRequest;
import io.narrows.node.etcd.LeaseKeepAliveResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** One renewal of a lease, on a separate stream. */
final class Renewal implements StreamObserver<LeaseKeepAliveResponse> {
    private final CompletableFuture<Long> ttl = new CompletableFuture<>();

    private Renewal() {}

    /**
     * Returns the remaining seconds of the lease after its renewal, 0 if it is gone.
     *
     * @throws StatusRuntimeException if there is no response
     */
    static long once(Channel channel, LeaseKeepAliveRequest request, Duration timeout) {
        Renewal renewal = new Renewal();
        StreamObserver<LeaseKeepAliveRequest> requests = LeaseGrpc.newStub(channel)
                .withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .leaseKeepAlive(renewal);
        requests.onNext(request);
        requests.onCompleted();
        try {
            return renewal.ttl.join();
        } catch (CompletionException e) {
            throw Status.fromThrowable(e.getCause()).asRuntimeException();
        }
    }

    @Override
    public void onNext(LeaseKeepAliveResponse response) {
        ttl.complete(response.getTTL());
    }

    @Override
    public void onError(Throwable error) {
        ttl.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
        ttl.completeExceptionally(
                Status.UNAVAILABLE.withDescription("no answer").asRuntimeException());
    }
}
