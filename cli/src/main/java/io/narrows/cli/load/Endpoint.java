package io.narrows.cli.load;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * One server. For any thread. Connections for calls and for watches are two: what is read in bulk does not stand before events.
 *
 * @param name as the user wrote it
 */
record Endpoint(String name, ManagedChannel calls, ManagedChannel watches) {
    /** Of one attempt. An etcd that has lost its leader answers within about five seconds itself. */
    static final long LIMIT_SECONDS = 10;

    /** The answer, or the failure as a {@link io.grpc.StatusRuntimeException}. */
    <Q, R> CompletableFuture<R> call(MethodDescriptor<Q, R> method, Q request) {
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(LIMIT_SECONDS, TimeUnit.SECONDS);
        CompletableFuture<R> answer = new CompletableFuture<>();
        ClientCalls.asyncUnaryCall(calls.newCall(method, options), request, new StreamObserver<R>() {
            @Override
            public void onNext(R response) {
                answer.complete(response);
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                // a unary call has had its answer, or ends with an error
            }
        });
        return answer;
    }

    /** Tries to connect at once, instead of when the back-off after an attempt that failed has passed. */
    void reconnect() {
        calls.resetConnectBackoff();
        watches.resetConnectBackoff();
    }

    void close() {
        calls.shutdownNow();
        watches.shutdownNow();
    }
}
