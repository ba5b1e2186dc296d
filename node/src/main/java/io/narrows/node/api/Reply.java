package io.narrows.node.api;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CompletionStage;
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

    /** Without a handler, an answer to a client that has gone would throw. */
    private static void ignoreCancellation(StreamObserver<?> observer) {
        ((ServerCallStreamObserver<?>) observer).setOnCancelHandler(() -> {});
    }
}
