package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers calls that have one response. */
final class Reply {
    private Reply() {}

    /** Answers with what a stage completes with, whenever that is; with what {@code call} throws, if it does. */
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
     * Answers a call that may wait for long.
     *
     * @param call is given a future that completes when the client no longer waits
     */
    static <T> void cancellable(
            StreamObserver<T> observer, Function<CompletableFuture<Void>, CompletionStage<T>> call) {
        CompletableFuture<Void> cancelled = new CompletableFuture<>();
        with(observer, () -> {
            ((ServerCallStreamObserver<T>) observer).setOnCancelHandler(() -> cancelled.complete(null));
            return call.apply(cancelled);
        });
    }

    /** Without a handler, an answer to a client that has gone would throw. */
    private static void ignoreCancellation(StreamObserver<?> observer) {
        ((ServerCallStreamObserver<?>) observer).setOnCancelHandler(() -> {});
    }
}
