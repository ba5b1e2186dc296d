package io.narrows.storage.memtable;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.InternalIterator;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;

/** One thread writes while others read, until all entries are written. Each value identifies its key and sequence number. */
class ConcurrentReadersTest {
    private static final int ENTRIES = 60_000;
    private static final int KEYS = 20_000;

    private final Memtable memtable = new Memtable();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private long seed;
    private Future<?> writing;

    @BeforeEach
    void write() {
        seed = Seed.of(ConcurrentReadersTest.class);
        Random random = new Random(seed);
        writing = threads.submit(() -> {
            for (int sequence = 1; sequence <= ENTRIES; sequence++) {
                Slice key = key(random.nextInt(KEYS));
                memtable.add(sequence, EntryType.PUT, key, value(key, sequence));
            }
        });
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    @RepeatedTest(3)
    void get_isWhole_andNeverOlderThanBefore() throws Exception {
        readByTwo(seed -> {
            Random random = new Random(seed);
            long[] seen = new long[KEYS];
            boolean last;
            do {
                last = writing.isDone();
                int number = random.nextInt(KEYS);
                Entry entry = memtable.get(key(number), InternalKey.MAX_SEQUENCE);
                if (entry != null) {
                    assertThat(entry.value()).isEqualTo(value(key(number), entry.sequence()));
                    assertThat(entry.sequence()).isGreaterThanOrEqualTo(seen[number]);
                    seen[number] = entry.sequence();
                } else {
                    assertThat(seen[number]).isZero();
                }
            } while (!last);
        });
    }

    @RepeatedTest(3)
    void get_ofWhatIsWritten_findsIt() throws Exception {
        readByTwo(seed -> {
            boolean last;
            do {
                last = writing.isDone();
                InternalIterator iterator = memtable.iterator();
                iterator.seekToLast();
                if (iterator.isValid()) {
                    Entry entry = memtable.get(iterator.userKey(), InternalKey.sequence(iterator.trailer()));
                    assertThat(entry.sequence()).isEqualTo(InternalKey.sequence(iterator.trailer()));
                }
            } while (!last);
        });
    }

    @RepeatedTest(3)
    void next_isSorted_andMissesNothing() throws Exception {
        readByTwo(seed -> {
            boolean last;
            do {
                last = writing.isDone();
                long before = memtable.entries();
                List<Row> rows = Row.all(memtable.iterator());
                assertThat(rows.size()).isBetween((int) before, (int) memtable.entries() + 1);
                assertSortedAndWhole(rows);
            } while (!last);
        });
    }

    @RepeatedTest(3)
    void prev_isSorted_andMissesNothing() throws Exception {
        readByTwo(seed -> {
            boolean last;
            do {
                last = writing.isDone();
                long before = memtable.entries();
                List<Row> rows = new ArrayList<>();
                InternalIterator iterator = memtable.iterator();
                for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
                    rows.add(Row.at(iterator));
                }
                Collections.reverse(rows);
                assertThat(rows.size()).isBetween((int) before, (int) memtable.entries() + 1);
                assertSortedAndWhole(rows);
            } while (!last);
        });
    }

    @RepeatedTest(3)
    void seek_standsWhereItShould() throws Exception {
        readByTwo(seed -> {
            Random random = new Random(seed);
            InternalIterator iterator = memtable.iterator();
            boolean last;
            do {
                last = writing.isDone();
                Slice key = key(random.nextInt(KEYS));
                iterator.seek(key, InternalKey.FIRST_TRAILER);
                assertThat(!iterator.isValid() || iterator.userKey().compareTo(key) >= 0)
                        .isTrue();
                iterator.seekForPrev(key, 0);
                assertThat(!iterator.isValid() || iterator.userKey().compareTo(key) <= 0)
                        .isTrue();
            } while (!last);
        });
    }

    private static void assertSortedAndWhole(List<Row> rows) {
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            assertThat(row.value()).isEqualTo(value(row.key(), row.sequence()));
            assertThat(i == 0 || Row.ORDER.compare(rows.get(i - 1), row) < 0).isTrue();
        }
    }

    private interface Reading {
        void run(long seed) throws IOException;
    }

    private void readByTwo(Reading reading) throws Exception {
        List<Future<?>> readers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            long own = seed + 1 + i;
            readers.add(threads.submit((Callable<Void>) () -> {
                reading.run(own);
                return null;
            }));
        }
        for (Future<?> reader : readers) {
            reader.get();
        }
        writing.get();
        assertThat(memtable.entries()).isEqualTo(ENTRIES);
    }

    private static Slice key(int number) {
        return Slice.of(ByteBuffer.allocate(12)
                .putInt(7)
                .putInt(number * 31)
                .putInt(number)
                .array());
    }

    private static Slice value(Slice key, long sequence) {
        return Slice.of(ByteBuffer.allocate(40)
                .position(20)
                .put(key.toByteArray())
                .putLong(sequence)
                .array());
    }
}
