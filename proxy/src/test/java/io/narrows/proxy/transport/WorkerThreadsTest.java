package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class WorkerThreadsTest {
    @Test
    void workWithoutAThread_isRejected_andTakenWhenThereIsOneAgain() throws Exception {
        AtomicBoolean noThreads = new AtomicBoolean(true);
        CountDownLatch done = new CountDownLatch(1);
        try (WorkerThreads workers = new WorkerThreads(1, work -> {
            if (noThreads.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(work);
        })) {
            assertThatExceptionOfType(RejectedExecutionException.class)
                    .isThrownBy(() -> workers.execute(() -> {}))
                    .withMessage("no thread for work beside the event loops");

            noThreads.set(false);
            workers.execute(done::countDown);
            assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void workAfterTheEnd_isRejected() {
        WorkerThreads workers = new WorkerThreads(1);
        workers.close();

        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> workers.execute(() -> {}));
    }
}
