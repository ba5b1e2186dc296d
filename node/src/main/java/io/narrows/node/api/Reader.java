package io.narrows.node.api;

import io.narrows.node.replica.Replica;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Runs reads on the threads of {@link Workers}, immediately or after this node has caught up with the group. */
final class Reader {
    private final Replica replica;

    Reader(Replica replica) {
        this.replica = replica;
    }

    /**
     * @param serializable true if this node's current state is recent enough
     * @return fails with the exception of {@code read}, or with TOO_MANY_REQUESTS if it was not started
     */
    <T> CompletableFuture<T> read(boolean serializable, ReadLane lane, Callable<T> read) {
        return lane.admit(threads -> serializable
                ? CompletableFuture.supplyAsync(() -> call(read), threads)
                : replica.readBarrier().thenApplyAsync(reached -> call(read), threads));
    }

    private static <T> T call(Callable<T> read) {
        try {
            return read.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }
}
