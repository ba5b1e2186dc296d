package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class WriteQueueTest {
    private static WriteBatch batch(String key) {
        return new WriteBatch().put(ColumnFamily.DEFAULT, key.getBytes(), new byte[10]);
    }

    private record Group(int batches, boolean sync) {}

    private static Thread started(Runnable work) {
        Thread thread = new Thread(work);
        thread.start();
        return thread;
    }

    private static Runnable writer(WriteQueue queue, String key, WriteOptions options) {
        return () -> {
            try {
                queue.write(batch(key), options);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
    }

    @Test
    void write_whileAnotherWrites_goesWithThoseThatWait() throws Exception {
        List<Group> groups = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch firstIsWriting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WriteQueue queue = new WriteQueue((batches, options) -> {
            groups.add(new Group(batches.size(), options.sync()));
            if (groups.size() == 1) {
                firstIsWriting.countDown();
                awaitQuietly(goOn);
            }
        });
        Thread first = started(writer(queue, "a", WriteOptions.DEFAULT));
        firstIsWriting.await();
        Thread second = started(writer(queue, "b", WriteOptions.SYNC));
        Thread third = started(writer(queue, "c", WriteOptions.DEFAULT));
        Awaitility.await().until(() -> isWaiting(second) && isWaiting(third));

        goOn.countDown();
        first.join();
        second.join();
        third.join();

        assertThat(groups).containsExactly(new Group(1, false), new Group(2, true));
    }

    private static boolean isWaiting(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A database without a log flushes when it is closed, and would lose a write after that. */
    @Test
    void write_thatWaitsWhenTheQueueIsClosed_isRefused() throws Exception {
        List<WriteBatch> written = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> waiting = new CompletableFuture<>();
        WriteQueue queue = new WriteQueue((batches, options) -> written.addAll(batches));

        queue.between(() -> {
            Thread writer = started(() -> {
                try {
                    queue.write(batch("a"), WriteOptions.DEFAULT);
                    waiting.complete(null);
                } catch (IOException | RuntimeException e) {
                    waiting.completeExceptionally(e);
                }
            });
            Awaitility.await().until(() -> isWaiting(writer));
            queue.close();
            return null;
        });

        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> queue.write(batch("b"), WriteOptions.DEFAULT))
                .isInstanceOf(IllegalStateException.class);
        assertThat(written).isEmpty();
    }

    @Test
    void write_failed_saysWhy_andTheNextOneIsTried() throws IOException {
        List<WriteBatch> written = new ArrayList<>();
        WriteQueue queue = new WriteQueue((batches, options) -> {
            if (written.isEmpty()) {
                written.addAll(batches);
                throw new IOException("no space");
            }
            written.addAll(batches);
        });

        assertThatThrownBy(() -> queue.write(batch("a"), WriteOptions.DEFAULT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no space");
        queue.write(batch("b"), WriteOptions.DEFAULT);

        assertThat(written).hasSize(2);
    }

    /** Another thread may have written for this one: its stack shows where the write waited. */
    @Test
    void write_refusedByTheSink_saysWhereItWaited() {
        ClosedDatabaseException refusal = new ClosedDatabaseException();
        WriteQueue queue = new WriteQueue((batches, options) -> {
            throw refusal;
        });

        assertThatThrownBy(() -> queue.write(batch("a"), WriteOptions.DEFAULT))
                .isInstanceOf(ClosedDatabaseException.class)
                .hasMessage("the database is closed")
                .cause()
                .isSameAs(refusal);
    }

    @Test
    void write_withAndWithoutLog_doNotGoTogether() throws Exception {
        List<Group> groups = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch firstIsWriting = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        WriteQueue queue = new WriteQueue((batches, options) -> {
            groups.add(new Group(batches.size(), options.disableWal()));
            if (groups.size() == 1) {
                firstIsWriting.countDown();
                awaitQuietly(goOn);
            }
        });
        Thread first = started(writer(queue, "a", WriteOptions.DEFAULT));
        firstIsWriting.await();
        Thread logged = started(writer(queue, "b", WriteOptions.DEFAULT));
        Awaitility.await().until(() -> isWaiting(logged));
        Thread unlogged = started(writer(queue, "c", new WriteOptions(false, true)));
        Awaitility.await().until(() -> isWaiting(unlogged));

        goOn.countDown();
        first.join();
        logged.join();
        unlogged.join();

        assertThat(groups).containsExactly(new Group(1, false), new Group(1, false), new Group(1, true));
    }
}
