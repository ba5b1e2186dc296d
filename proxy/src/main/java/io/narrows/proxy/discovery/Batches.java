package io.narrows.proxy.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;

/** Runs an asynchronous step for many items, a bounded number at once. */
public final class Batches {
    private Batches() {}

    /**
     * Runs a step for each item, one batch after another.
     *
     * @param atOnce the number of items in a batch, at least 1
     * @param next whether another batch follows one with these results
     * @return the results of all batches that were run, in the order of the items; fails if a step fails
     */
    public static <T, R> CompletableFuture<List<R>> run(
            List<T> items, int atOnce, Function<T, CompletableFuture<R>> step, Predicate<List<R>> next) {
        return run(items, atOnce, step, next, new ArrayList<>());
    }

    private static <T, R> CompletableFuture<List<R>> run(
            List<T> items,
            int atOnce,
            Function<T, CompletableFuture<R>> step,
            Predicate<List<R>> next,
            List<R> earlier) {
        List<T> batch = items.subList(0, Math.min(atOnce, items.size()));
        List<CompletableFuture<R>> running = batch.stream().map(step).toList();
        return CompletableFuture.allOf(running.toArray(CompletableFuture[]::new))
                .thenCompose(done -> {
                    List<R> results =
                            running.stream().map(CompletableFuture::join).toList();
                    earlier.addAll(results);
                    return batch.size() < items.size() && next.test(results)
                            ? run(items.subList(batch.size(), items.size()), atOnce, step, next, earlier)
                            : CompletableFuture.completedFuture(earlier);
                });
    }
}
