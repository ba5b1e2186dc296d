package io.narrows.node.api;

import io.grpc.stub.StreamObserver;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records a stream's messages and its end. */
final class StreamRecorder<T> implements StreamObserver<T> {
    private static final long PATIENCE_SECONDS = 20;

    private final BlockingQueue<T> responses = new LinkedBlockingQueue<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    @Override
    public void onNext(T response) {
        responses.add(response);
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
        end.complete(null);
    }

    T next() throws InterruptedException {
        T response = responses.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (response == null) {
            throw new AssertionError("no response comes; the stream: " + end);
        }
        return response;
    }

    /** Waits for the end; throws the stream's error, if any. */
    void awaitEnd() throws Throwable {
        try {
            end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }
}
