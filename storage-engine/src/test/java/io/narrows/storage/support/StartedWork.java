package io.narrows.storage.support;

import java.util.concurrent.CompletableFuture;

/** Work for a thread of its own. */
@FunctionalInterface
public interface StartedWork {
    void run() throws Exception;

    /** Starts work. The future completes once the work has ended, exceptionally if it failed. */
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
