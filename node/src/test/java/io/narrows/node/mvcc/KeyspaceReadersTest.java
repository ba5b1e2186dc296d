package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests reads concurrent with writes, compactions and clearing. Revision r puts r to key r mod 7, or deletes that key if r is
 * a multiple of 11 and the key exists, so readers know the expected state at each revision.
 */
class KeyspaceReadersTest {
    private static final int KEYS = 7;
    private static final int REVISIONS = 6000;

    @TempDir
    private Path directory;

    private final long seed = Seed.of(KeyspaceReadersTest.class);
    private volatile boolean written;

    @ParameterizedTest
    @ValueSource(longs = {0, 1 << 20})
    void seeTheSameAtARevisionWhateverIsClearedAway(long latestBytes) throws Exception {
        KeyspaceOptions options = KeyspaceOptions.defaults()
                .withFamily(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10))
                .withLatestBytes(latestBytes);
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int count = 0; count < 2; count++) {
                Random random = new Random(seed + count);
                readers.add(threads.submit(() -> readUntilWritten(() -> readAt(keyspace, random))));
            }
            readers.add(threads.submit(() -> readUntilWritten(() -> readLatest(keyspace))));
            readers.add(threads.submit(() -> readUntilWritten(() -> readLatestOfOneKey(keyspace))));
            readers.add(threads.submit(() -> readUntilWritten(() -> readHistory(keyspace))));
            try {
                write(keyspace);
            } finally {
                written = true;
            }

            for (Future<Integer> reader : readers) {
                assertThat(reader.get()).isPositive();
            }
        } finally {
            threads.shutdown();
        }
    }

    private static void write(Keyspace keyspace) throws IOException, EtcdException {
        long index = 0;
        for (long revision = 2; revision <= REVISIONS; revision++) {
            Change change = keyspace.change(new Applied(1, ++index));
            String key = "key" + revision % KEYS;
            if (isDeletion(revision)) {
                change.deleteRange(delete(key, ""));
            } else {
                change.put(put(key, "value " + revision));
            }
            change.commit();
            if (revision % 500 == 0) {
                Change compaction = keyspace.change(new Applied(1, ++index));
                compaction.compact(revision % 1000 == 0 ? revision : revision - 100);
                compaction.commit();
            }
        }
    }

    /** Returns the number of reads that were not refused. */
    private int readUntilWritten(Callable<Boolean> read) throws Exception {
        int reads = 0;
        do {
            reads += read.call() ? 1 : 0;
        } while (!written || reads == 0);
        return reads;
    }

    private static boolean readAt(Keyspace keyspace, Random random) throws IOException {
        long revision = Math.max(1, keyspace.revision() - random.nextInt(300));
        try {
            RangeResponse response = keyspace.range(
                    range("key", "\0").toBuilder().setRevision(revision).build());
            assertThat(response.getKvsList())
                    .extracting(KeyValue::getModRevision)
                    .isEqualTo(expected(revision));
            return true;
        } catch (EtcdException e) {
            assertThat(e.error()).isEqualTo(EtcdError.COMPACTED);
            assertThat(keyspace.compactRevision()).isGreaterThan(revision);
            return false;
        }
    }

    private static boolean readLatest(Keyspace keyspace) throws IOException, EtcdException {
        RangeResponse response = keyspace.range(range("key", "\0"));
        assertThat(response.getKvsList())
                .extracting(KeyValue::getModRevision)
                .isEqualTo(expected(response.getHeader().getRevision()));
        return true;
    }

    private static boolean readLatestOfOneKey(Keyspace keyspace) throws IOException, EtcdException {
        RangeResponse response = keyspace.range(get("key3"));
        long last = last(3, response.getHeader().getRevision());
        assertThat(response.getKvsList())
                .extracting(KeyValue::getModRevision)
                .isEqualTo(lives(last) ? List.of(last) : List.of());
        return true;
    }

    private static boolean isDeletion(long revision) {
        return revision % 11 == 0 && revision > KEYS + 2; // by then, each key exists
    }

    /** Returns the last revision of a key, up to another one. */
    private static long last(long key, long revision) {
        return revision - Math.floorMod(revision - key, KEYS);
    }

    private static boolean lives(long last) {
        return last >= 2 && !isDeletion(last);
    }

    private static List<Long> expected(long revision) {
        List<Long> expected = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            long last = last(key, revision);
            if (lives(last)) {
                expected.add(last);
            }
        }
        return expected;
    }

    private static boolean readHistory(Keyspace keyspace) throws IOException {
        long from = Math.max(2, keyspace.revision() - 50);
        try (History history = keyspace.history(from)) {
            long next = from;
            while (history.next()) {
                assertThat(history.event().getKv().getModRevision()).isEqualTo(next++);
            }
            assertThat(next).isEqualTo(Math.max(from, history.revision() + 1));
            return true;
        } catch (EtcdException e) {
            assertThat(e.error()).isEqualTo(EtcdError.COMPACTED);
            return false;
        }
    }
}
