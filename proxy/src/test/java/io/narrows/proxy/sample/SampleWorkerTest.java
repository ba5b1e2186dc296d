package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the bounds of the thread that compresses samples, on a clock of its own. */
final class SampleWorkerTest {
    private static final long MILLISECOND = 1_000_000;

    private final AtomicLong cpu = new AtomicLong();
    private final AtomicLong rested = new AtomicLong();
    private final AtomicInteger done = new AtomicInteger();
    private final SampleWorker worker = new SampleWorker(cpu::get, rested::addAndGet);

    @AfterEach
    void close() {
        worker.close();
    }

    @Test
    void itsThread_worksForItsShareOfTheTime() {
        for (int i = 0; i < 100; i++) {
            assertThat(worker.offer(1, () -> {
                        cpu.addAndGet(MILLISECOND);
                        done.incrementAndGet();
                    }))
                    .isTrue();
        }
        await().until(() -> done.get() == 100 && rested.get() >= 99 * 49 * MILLISECOND);

        double share = (double) cpu.get() / (cpu.get() + rested.get());
        assertThat(share).isCloseTo(SampleWorker.SHARE, within(0.001));
        assertThat(worker.cpuSeconds()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void restsOfShortPieces_areAddedUp() {
        for (int i = 0; i < 1_000; i++) {
            worker.offer(1, () -> {
                cpu.addAndGet(1_000);
                done.incrementAndGet();
            });
        }

        await().until(() -> done.get() == 1_000);
        assertThat(rested.get()).isBetween(48 * MILLISECOND, 49 * MILLISECOND);
    }

    @Test
    void piecesBeyondTheBound_areRefused_whileOthersWait() {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        worker.execute(() -> {
            busy.countDown();
            awaitQuietly(go);
        });
        awaitQuietly(busy);

        assertThat(worker.offer(SampleWorker.MOST_WAITING, done::incrementAndGet))
                .isTrue();
        assertThat(worker.isFull(1)).isTrue();
        assertThat(worker.offer(1, done::incrementAndGet)).isFalse();
        go.countDown();

        await().until(() -> done.get() == 1);
        assertThat(worker.offer(1, done::incrementAndGet)).isTrue();
    }

    @Test
    void closedWorker_refusesWork() {
        worker.close();

        assertThat(worker.offer(1, done::incrementAndGet)).isFalse();
        assertThat(worker.execute(done::incrementAndGet)).isFalse();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
