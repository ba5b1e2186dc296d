package io.narrows.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import io.narrows.node.error.EtcdError;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class ReadLaneTest {
    private static final int MOST = 3;

    private final List<Runnable> waiting = new ArrayList<>();
    private final ReadLane lane = new ReadLane(waiting::add, MOST);

    private CompletableFuture<String> read(String value) {
        return lane.admit(threads -> CompletableFuture.supplyAsync(() -> value, threads));
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        assertThat(future).isCompletedExceptionally();
        return future.handle((value, failure) -> failure).join();
    }

    @Test
    void readBeyondTheBound_isRefusedAsEtcdDoes() {
        List<CompletableFuture<String>> admitted = List.of(read("1"), read("2"), read("3"));

        CompletableFuture<String> refused = read("4");

        assertThat(waiting).hasSize(MOST);
        assertThat(admitted).noneMatch(CompletableFuture::isDone);
        assertThat(Statuses.of(failureOf(refused)).getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(failureOf(refused)).hasMessageContaining("etcdserver: too many requests");
    }

    @Test
    void readThatIsDone_makesRoomForAnother() {
        List<CompletableFuture<String>> admitted = List.of(read("1"), read("2"), read("3"));
        waiting.remove(0).run();

        CompletableFuture<String> next = read("4");

        assertThat(admitted.get(0)).isCompletedWithValue("1");
        assertThat(next).isNotDone();
        assertThat(waiting).hasSize(MOST);
    }

    @Test
    void readThatWaitsForTheGroup_countsUntilItFails() {
        CompletableFuture<String> barrier = new CompletableFuture<>();
        for (int i = 0; i < MOST; i++) {
            lane.admit(threads -> barrier.thenApplyAsync(reached -> reached, threads));
        }
        assertThat(read("early")).isCompletedExceptionally();

        barrier.completeExceptionally(new IllegalStateException("no leader"));

        assertThat(read("later")).isNotDone();
    }

    @Test
    void readThatCannotBegin_fails_andCountsNoLonger() {
        ReadLane closed = new ReadLane(
                work -> {
                    throw new RejectedExecutionException("closed");
                },
                1);

        for (int i = 0; i < 2; i++) {
            CompletableFuture<String> read = closed.admit(threads -> CompletableFuture.supplyAsync(() -> "", threads));

            assertThat(Statuses.of(failureOf(read))).hasMessageContaining(EtcdError.STOPPED.text());
        }
    }
}
