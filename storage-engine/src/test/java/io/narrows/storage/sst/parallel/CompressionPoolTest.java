package io.narrows.storage.sst.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompressionPoolTest {
    private static final int SLOTS = 16;
    private static final int BEHIND = SLOTS / 4;

    /** Blocks workers in its first slot until it is opened; the emitter passes. */
    private static class Gate implements Stage<AtomicInteger> {
        final List<Integer> written = new CopyOnWriteArrayList<>();
        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch open = new CountDownLatch(1);
        final CountDownLatch left = new CountDownLatch(1);

        @Override
        public void compress(AtomicInteger slot) throws IOException {
            if (isWorker() && slot.get() == 0) {
                entered.countDown();
                awaitOpen();
                left.countDown();
            }
        }

        @Override
        public void write(AtomicInteger slot) {
            written.add(slot.get());
        }

        static boolean isWorker() {
            return Thread.currentThread().getName().startsWith("narrows-sst-");
        }

        private void awaitOpen() throws IOException {
            try {
                if (!open.await(50, TimeUnit.SECONDS)) {
                    throw new IOException("nobody opened the gate");
                }
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    }

    @Test
    void aSmallBacklogWakesNobody() throws IOException {
        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> ring = ring(new Gate(), pool)) {
            emit(ring, 0, BEHIND - 1);

            assertThat(pool.counts().workerWakeUps()).isZero();
        }
    }

    @Test
    void aBacklogWakesAWorkerThatDoesAll() throws IOException {
        Gate stage = new Gate();
        stage.open.countDown();

        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, BEHIND);

            await().untilAsserted(() -> assertThat(stage.written).containsExactly(0, 1, 2, 3));
            await().untilAsserted(() -> assertThat(pool.counts()).isEqualTo(new PoolCounts(1, 0, BEHIND)));
        }
    }

    @Test
    void aWorkerThatIsDoneFindsAnotherRing() throws Exception {
        Gate first = new Gate();
        Gate second = new Gate();
        second.open.countDown();

        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> busy = ring(first, pool);
                CompressionRing<AtomicInteger> waiting = ring(second, pool)) {
            emit(busy, 0, BEHIND);
            first.entered.await();
            emit(waiting, 0, BEHIND);
            assertThat(second.written).isEmpty();

            first.open.countDown();

            await().untilAsserted(() -> assertThat(second.written).containsExactly(0, 1, 2, 3));
            assertThat(pool.counts().workerWakeUps()).isOne();
        }
    }

    @Test
    void theEmitterSleepsWhileAWorkerHasTheLastBlock() throws Exception {
        Gate stage = new Gate();

        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, BEHIND);
            stage.entered.await();
            FutureTask<Void> draining = task(ring::drain);
            Thread emitter = sleeping(draining);

            stage.open.countDown();
            draining.get();
            emitter.join();

            assertThat(stage.written).containsExactly(0, 1, 2, 3);
            assertThat(pool.counts().emitterWakeUps()).isOne();
        }
    }

    @Test
    void aSleepingEmitterKeepsItsInterrupt() throws Exception {
        Gate stage = new Gate();

        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, BEHIND);
            stage.entered.await();
            FutureTask<Boolean> draining = new FutureTask<>(() -> {
                ring.drain();
                return Thread.currentThread().isInterrupted();
            });
            Thread emitter = sleeping(draining);

            emitter.interrupt();
            await().until(() -> !emitter.isInterrupted() && emitter.getState() == Thread.State.WAITING);
            stage.open.countDown();

            assertThat(draining.get()).isTrue();
            assertThat(stage.written).containsExactly(0, 1, 2, 3);
        }
    }

    @Test
    void theEmitterGetsWhatAWorkerThrew() throws IOException {
        IOException thrown = new IOException("disk full");
        Gate stage = new Gate() {
            @Override
            public void compress(AtomicInteger slot) throws IOException {
                throw isWorker() ? thrown : new IOException("the emitter was first");
            }
        };

        try (CompressionPool pool = idlePool(1);
                CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, BEHIND);
            await().until(() -> pool.idle().size() == 1 && pool.counts().workerWakeUps() == 1);

            assertThatThrownBy(ring::claim).isSameAs(thrown);
            assertThatThrownBy(ring::drain).isSameAs(thrown);
        }
    }

    @Test
    void closingARingWaitsForTheStageThatRuns() throws Exception {
        Gate stage = new Gate();

        try (CompressionPool pool = idlePool(1)) {
            CompressionRing<AtomicInteger> ring = ring(stage, pool);
            emit(ring, 0, BEHIND);
            stage.entered.await();
            FutureTask<Long> closing = new FutureTask<>(() -> {
                ring.close();
                return stage.left.getCount();
            });
            sleeping(closing);

            stage.open.countDown();

            assertThat(closing.get()).isZero();
            assertThat(stage.written).isEmpty();
        }
    }

    @Test
    void aRingOutlivesItsPool() throws IOException {
        Gate stage = new Gate();
        stage.open.countDown();
        CompressionPool pool = idlePool(2);

        try (CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, 100);
            pool.close();
            emit(ring, 100, 200);
            ring.drain();
        }

        assertThat(stage.written).isEqualTo(IntStream.range(0, 200).boxed().toList());
        assertThat(pool.idle().size()).isZero();
    }

    @Test
    void closingAPoolLeavesTheRestOfARingToItsEmitter() throws Exception {
        Gate stage = new Gate();
        CompressionPool pool = idlePool(1);

        try (CompressionRing<AtomicInteger> ring = ring(stage, pool)) {
            emit(ring, 0, BEHIND);
            stage.entered.await();
            FutureTask<Void> draining = task(ring::drain);
            sleeping(draining);
            FutureTask<Void> closing = task(pool::close);
            sleeping(closing);

            stage.open.countDown();

            closing.get();
            draining.get();
            assertThat(stage.written).containsExactly(0, 1, 2, 3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65})
    void otherNumbersOfWorkersAreRefused(int workers) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompressionPool(workers))
                .withMessage("workers: " + workers + " (expected: 0-64)");
    }

    private static CompressionPool idlePool(int workers) {
        CompressionPool pool = new CompressionPool(workers);
        await().until(() -> pool.idle().size() == workers);
        return pool;
    }

    private static CompressionRing<AtomicInteger> ring(Gate stage, CompressionPool pool) {
        return new CompressionRing<>(
                IntStream.range(0, SLOTS).mapToObj(slot -> new AtomicInteger()).toList(), stage, pool);
    }

    private static void emit(CompressionRing<AtomicInteger> ring, int from, int to) throws IOException {
        for (int number = from; number < to; number++) {
            ring.claim().set(number);
            ring.emit();
        }
    }

    private interface Action {
        void run() throws IOException;
    }

    private static FutureTask<Void> task(Action action) {
        return new FutureTask<>(() -> {
            action.run();
            return null;
        });
    }

    /** Runs the task on its own thread and returns once that thread sleeps. */
    private static Thread sleeping(FutureTask<?> task) {
        Thread thread = new Thread(task, "caller");
        thread.setDaemon(true);
        thread.start();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        return thread;
    }
}
