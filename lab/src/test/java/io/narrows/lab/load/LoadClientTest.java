package io.narrows.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Status;
import io.narrows.config.HostPort;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadClientTest {
    private static final long PATIENCE_SECONDS = 50;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger abandoned = new AtomicInteger();
    private final Queue<CompletableFuture<Answer>> attempts = new ConcurrentLinkedQueue<>();
    private Endpoints endpoints;

    @BeforeEach
    void open() throws IOException {
        endpoints = Endpoints.open(List.of(new HostPort("127.0.0.1", 1)), Tls.NONE);
    }

    @AfterEach
    void close() {
        timer.shutdownNow();
        endpoints.close();
    }

    /** Returns a client whose operations have these results, one per attempt; the operation in flight is the first one. */
    private LoadClient client() {
        LoadListener listener = new LoadListener() {
            @Override
            public void answered(Operation operation, Answer answer, long begin, long now) {
                answered.incrementAndGet();
            }

            @Override
            public void error(Status status) {}

            @Override
            public void failed(Operation operation) {
                abandoned.incrementAndGet();
            }
        };
        Step step = new Step(Operation.GET, endpoint -> attempts.remove());
        return new LoadClient(endpoints, 0, () -> Optional.of(step), Pace.CLOSED, listener, timer);
    }

    private static CompletableFuture<Answer> withoutALeader() {
        return CompletableFuture.failedFuture(Status.UNAVAILABLE.asRuntimeException());
    }

    @Test
    void operationInFlight_whenTheClientIsStopped_isSentAgain() throws Exception {
        CompletableFuture<Answer> first = new CompletableFuture<>();
        attempts.add(first);
        attempts.add(withoutALeader());
        attempts.add(CompletableFuture.completedFuture(new Answer(true, 1, 0)));
        LoadClient client = client();
        client.start();

        client.stop();
        first.completeExceptionally(Status.UNAVAILABLE.asRuntimeException());

        client.end().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(answered).hasValue(1);
        assertThat(abandoned).hasValue(0);
    }

    @Test
    void operationThatWasSentOftenBefore_whenTheClientIsStopped_isSentAgain() throws Exception {
        IntStream.range(0, 120).forEach(i -> attempts.add(withoutALeader()));
        CompletableFuture<Answer> last = new CompletableFuture<>();
        attempts.add(last);
        attempts.add(CompletableFuture.completedFuture(new Answer(true, 1, 0)));
        LoadClient client = client();
        client.start();
        await().until(() -> attempts.size() == 1);

        client.stop();
        last.completeExceptionally(Status.UNAVAILABLE.asRuntimeException());

        client.end().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(answered).hasValue(1);
        assertThat(abandoned).hasValue(0);
    }

    @Test
    void operationInFlight_whenTheClientIsStopped_isAbandoned_ifNoServerAnswers() throws Exception {
        CompletableFuture<Answer> first = new CompletableFuture<>();
        attempts.add(first);
        IntStream.range(0, 200).forEach(i -> attempts.add(withoutALeader()));
        LoadClient client = client();
        client.start();

        client.stop();
        first.completeExceptionally(Status.UNAVAILABLE.asRuntimeException());

        client.end().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(answered).hasValue(0);
        assertThat(abandoned).hasValue(1);
        assertThat(attempts).isNotEmpty();
    }
}
