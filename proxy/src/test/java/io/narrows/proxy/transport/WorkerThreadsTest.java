package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class WorkerThreadsTest {
    private static final int THREADS = 2;

    @Test
    void workIsTaken_byEachThread_whenTheSystemGivesNoMore() throws Exception {
        AtomicBoolean noMore = new AtomicBoolean();
        CountDownLatch together = new CountDownLatch(THREADS);
        try (WorkerThreads workers = new WorkerThreads(THREADS, work -> {
            if (noMore.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        })) {
            noMore.set(true);

            for (int i = 0; i < THREADS; i++) {
                workers.execute(() -> arrive(together));
            }

            assertThat(together.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Returns once all the others have arrived too. */
    private static void arrive(CountDownLatch together) {
        together.countDown();
        try {
            together.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void workAfterTheEnd_isRejected() {
        WorkerThreads workers = new WorkerThreads(1);
        workers.close();

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> workers.execute(() -> {}));
    }
}
