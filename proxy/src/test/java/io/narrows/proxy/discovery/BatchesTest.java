package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BatchesTest {
    private final List<CompletableFuture<Integer>> running = new ArrayList<>();

    @Test
    void nextBatch_begins_whenTheWholeBatchHasEnded() {
        CompletableFuture<List<Integer>> all = run(5, 2, true);

        assertThat(running).hasSize(2);
        running.get(1).complete(1);
        assertThat(running).hasSize(2);
        running.get(0).complete(0);
        assertThat(running).hasSize(4);
        running.get(2).complete(2);
        running.get(3).complete(3);
        running.get(4).complete(4);

        assertThat(all).isCompletedWithValue(List.of(0, 1, 2, 3, 4));
    }

    @Test
    void noBatchFollows_oneAfterWhichNoneShall() {
        CompletableFuture<List<Integer>> all = run(5, 2, false);
        running.get(0).complete(0);
        running.get(1).complete(1);

        assertThat(running).hasSize(2);
        assertThat(all).isCompletedWithValue(List.of(0, 1));
    }

    @Test
    void failure_endsAll() {
        CompletableFuture<List<Integer>> all = run(3, 1, true);
        running.get(0).completeExceptionally(new IllegalStateException("broken"));

        assertThat(all).isCompletedExceptionally();
        assertThat(running).hasSize(1);
    }

    @Test
    void noItems_haveNoResults() {
        assertThat(run(0, 2, true)).isCompletedWithValue(List.of());
    }

    private CompletableFuture<List<Integer>> run(int items, int atOnce, boolean next) {
        return Batches.run(
                IntStream.range(0, items).boxed().toList(),
                atOnce,
                item -> {
                    CompletableFuture<Integer> step = new CompletableFuture<>();
                    running.add(step);
                    return step;
                },
                batch -> next);
    }
}
