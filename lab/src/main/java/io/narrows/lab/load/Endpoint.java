package io.narrows.lab.load;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A server of the store. Thread-safe. Calls and watches have separate connections, so that bulk reads do not delay events.
 *
 * @param name as the user wrote it
 */
record Endpoint(String name, ManagedChannel calls, ManagedChannel watches) {
    /** Time limit of one attempt. An etcd that has lost its leader replies within about five seconds. */
    static final long LIMIT_SECONDS = 10;

    /** Returns the response; fails with a {@link io.grpc.StatusRuntimeException}. */
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
                // a unary call has its response by now, or ends with an error
            }
        });
        return answer;
    }

    /** Reconnects immediately, without waiting for the back-off after a failed attempt. */
    void reconnect() {
        calls.resetConnectBackoff();
        watches.resetConnectBackoff();
    }

    void close() {
        calls.shutdownNow();
        watches.shutdownNow();
    }
}
