package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the bounds of the thread that compresses samples, on a clock of its own. */
final class SampleWorkerTest {
    private static final long MILLISECOND = 1_000_000;

    private final AtomicLong cpu = new AtomicLong();
    private final AtomicLong rested = new AtomicLong();
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger discarded = new AtomicInteger();
    private volatile double share = 0.02;
    /** However slow the machine is, pieces take no time, so that processors are not short. */
    private final SampleWorker worker = new SampleWorker(() -> share, cpu::get, () -> 0, rested::addAndGet);

    @AfterEach
    void close() {
        worker.close();
    }

    @Test
    void itsThread_worksForItsShareOfTheTime() {
        for (int i = 0; i < 100; i++) {
            assertThat(worker.offer(1, piece(() -> cpu.addAndGet(MILLISECOND)))).isTrue();
        }
        settle();

        double share = (double) cpu.get() / (cpu.get() + rested.get());
        assertThat(share).isCloseTo(0.02, within(0.001));
        assertThat(worker.cpuSeconds()).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void changedShare_appliesFromTheNextPieceOn() {
        worker.offer(1, piece(() -> cpu.addAndGet(MILLISECOND)));
        settle();
        share = 0.5;
        worker.offer(1, piece(() -> cpu.addAndGet(MILLISECOND)));
        settle();

        assertThat(rested.get()).isCloseTo((49 + 1) * MILLISECOND, within(2L));
    }

    @Test
    void processorTimeOutsideOfPieces_countsToo() {
        worker.offer(1, piece(() -> {}));
        settle();
        cpu.addAndGet(MILLISECOND); // taken between two pieces
        worker.execute(() -> cpu.addAndGet(MILLISECOND));
        settle();

        assertThat(worker.cpuSeconds()).isCloseTo(0.002, within(1e-9));
        assertThat(rested.get()).isCloseTo(2 * 49 * MILLISECOND, within(2L));
    }

    @Test
    void restsOfShortPieces_areAddedUp() {
        for (int i = 0; i < 1_000; i++) {
            worker.offer(1, piece(() -> cpu.addAndGet(1_000)));
        }
        settle();

        assertThat(done.get()).isEqualTo(1_000);
        assertThat(rested.get()).isBetween(48 * MILLISECOND, 49 * MILLISECOND);
    }

    @Test
    void pausesWithinAPiece_countAsRest() {
        AtomicLong now = new AtomicLong();
        AtomicLong passed = new AtomicLong();
        try (SampleWorker pausing = new SampleWorker(() -> share, cpu::get, now::get, nanos -> {
            passed.addAndGet(nanos);
            now.addAndGet(nanos);
        })) {
            run(pausing, () -> {
                cpu.addAndGet(MILLISECOND);
                pausing.pause(40 * MILLISECOND);
            });
            assertThat(passed.get()).isCloseTo(49 * MILLISECOND, within(2L));

            run(pausing, () -> pausing.pause(MILLISECOND));
            run(pausing, () -> cpu.addAndGet(MILLISECOND));
            assertThat(passed.get()).isCloseTo((49 + 1 + 49) * MILLISECOND, within(4L));
            assertThat(pausing.isShortOfCpu()).isFalse();
        }
    }

    @Test
    void whileProcessorsAreShort_workTakesAQuarterOfTheShare() {
        AtomicLong now = new AtomicLong();
        AtomicLong passed = new AtomicLong();
        try (SampleWorker slow = new SampleWorker(() -> share, cpu::get, now::get, passed::addAndGet)) {
            run(slow, () -> now.addAndGet(ProcessorShortage.JUDGED_NANOS));
            assertThat(slow.isShortOfCpu()).isTrue();
            passed.set(0);
            run(slow, () -> cpu.addAndGet(MILLISECOND));

            assertThat(passed.get()).isCloseTo(199 * MILLISECOND, within(2L));
        }
    }

    @Test
    void pausesThatLastTooLong_areRestAsWell() {
        AtomicLong now = new AtomicLong();
        try (SampleWorker pausing =
                new SampleWorker(() -> share, cpu::get, now::get, nanos -> now.addAndGet(nanos + 3 * MILLISECOND))) {
            run(pausing, () -> {
                for (int i = 0; i < 20; i++) {
                    pausing.pause(MILLISECOND);
                }
            });

            assertThat(pausing.isShortOfCpu()).isFalse();
        }
    }

    @Test
    void withoutAMeasureOfProcessorTime_nothingIsDone() {
        try (SampleWorker blind = new SampleWorker(() -> share, () -> -1, () -> 0, nanos -> {})) {
            assertThat(blind.offer(1, piece(() -> {}))).isTrue();
            await().until(() -> discarded.get() == 1);

            await().until(() -> blind.refuses(1));
            assertThat(blind.offer(1, piece(() -> {}))).isFalse();
            assertThat(done.get()).isZero();
        }
    }

    @Test
    void pieceThatFails_doesNotEndTheThread() {
        AtomicReference<Thread> failed = new AtomicReference<>();
        AtomicReference<Thread> next = new AtomicReference<>();
        worker.offer(1, piece(() -> {
            failed.set(Thread.currentThread());
            throw new IllegalStateException("made up by a test");
        }));
        worker.offer(1, piece(() -> next.set(Thread.currentThread())));
        settle();

        assertThat(next.get()).isNotNull().isSameAs(failed.get());
    }

    @Test
    void piecesBeyondTheBound_areRefused_whileOthersWait() {
        CountDownLatch go = block();

        assertThat(worker.offer(SampleWorker.MOST_WAITING - SampleWorker.PIECE_OVERHEAD, piece(() -> {})))
                .isTrue();
        assertThat(worker.refuses(1)).isTrue();
        assertThat(worker.offer(1, piece(() -> {}))).isFalse();
        go.countDown();
        settle();

        assertThat(done.get()).isEqualTo(1);
        assertThat(worker.offer(1, piece(() -> {}))).isTrue();
    }

    @Test
    void emptyPieces_areBoundedToo() {
        CountDownLatch go = block();
        int accepted = 0;
        while (worker.offer(0, piece(() -> {}))) {
            accepted++;
        }
        go.countDown();

        assertThat(accepted).isEqualTo(SampleWorker.MOST_WAITING / SampleWorker.PIECE_OVERHEAD);
    }

    @Test
    void closedWorker_discardsWhatWaits_andRefusesWork() {
        CountDownLatch go = block();
        worker.offer(1, piece(() -> {}));

        worker.close();
        go.countDown();

        assertThat(discarded.get()).isEqualTo(1);
        assertThat(worker.offer(1, piece(() -> {}))).isFalse();
        assertThat(worker.execute(() -> {})).isFalse();
    }

    private SampleWorker.Piece piece(Runnable work) {
        return new SampleWorker.Piece() {
            @Override
            public void run() {
                work.run();
                done.incrementAndGet();
            }

            @Override
            public void discard() {
                discarded.incrementAndGet();
            }
        };
    }

    /** Keeps the thread busy until the latch opens. */
    private CountDownLatch block() {
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        worker.execute(() -> {
            busy.countDown();
            awaitQuietly(go);
        });
        awaitQuietly(busy);
        return go;
    }

    /** Waits until everything that waits now is done, and its rest is over. */
    private void settle() {
        run(worker, () -> {});
    }

    /** Runs work after everything that waits, and waits until its rest is over. */
    private static void run(SampleWorker on, Runnable work) {
        CountDownLatch idle = new CountDownLatch(1);
        on.execute(work);
        on.execute(idle::countDown);
        awaitQuietly(idle);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
