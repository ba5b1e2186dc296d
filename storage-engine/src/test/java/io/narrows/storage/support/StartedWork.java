package io.narrows.storage.support;

import java.util.concurrent.CompletableFuture;

/** Work that a thread of its own does. */
@FunctionalInterface
public interface StartedWork {
    void run() throws Exception;

    /** Starts work. The future completes with its end, or its failure. */
    static CompletableFuture<Void> start(StartedWork work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (Exception | Error e) {
                        done.completeExceptionally(e);
                    }
                })
                .start();
        return done;
    }
}
