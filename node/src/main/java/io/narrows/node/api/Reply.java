package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Responds to calls that have a single response. */
final class Reply {
    private Reply() {}

    /**
     * Responds when the stage completes, with its result or failure, or with the exception of {@code call} if it
     * throws.
     */
    static <T> void with(StreamObserver<T> observer, Supplier<CompletionStage<T>> call) {
        ignoreCancellation(observer);
        CompletionStage<T> response;
        try {
            response = call.get();
        } catch (RuntimeException e) {
            observer.onError(Statuses.of(e));
            return;
        }
        response.whenComplete((value, failure) -> {
            if (failure == null) {
                observer.onNext(value);
                observer.onCompleted();
            } else {
                observer.onError(Statuses.of(failure));
            }
        });
    }

    /**
     * Responds to a call that may wait for a long time.
     *
     * @param call receives a future that completes when the client no longer waits
     */
    static <T> void cancellable(
            StreamObserver<T> observer, Function<CompletableFuture<Void>, CompletionStage<T>> call) {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        with(observer, () -> {
            ((ServerCallStreamObserver<T>) observer).setOnCancelHandler(() -> cancelled.complete(null));
            return call.apply(cancelled);
        });
    }

    /** Sets an empty cancel handler; without one, a response to a client that has gone would throw. */
    private static void ignoreCancellation(StreamObserver<?> observer) {
        ((ServerCallStreamObserver<?>) observer).setOnCancelHandler(() -> {});
    }
}
