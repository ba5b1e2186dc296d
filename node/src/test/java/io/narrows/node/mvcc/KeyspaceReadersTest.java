package io.narrows.node.mvcc;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests reads concurrent with writes, compactions and clearing. Revision r puts r to key r mod 7, so readers know the
 * expected state at each revision.
 */
class KeyspaceReadersTest {
    private static final int KEYS = 7;
    private static final int REVISIONS = 6000;

    @TempDir
    private Path directory;

    private final long seed = Seed.of(KeyspaceReadersTest.class);
    private volatile boolean written;

    @Test
    void seeTheSameAtARevisionWhateverIsClearedAway() throws Exception {
        KeyspaceOptions options =
                KeyspaceOptions.defaults().withFamily(FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10));
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try (Keyspace keyspace = Keyspace.open(directory, options)) {
            List<Future<Integer>> readers = new ArrayList<>();
            for (int count = 0; count < 2; count++) {
                Random random = new Random(seed + count);
                readers.add(threads.submit(() -> readUntilWritten(() -> readAt(keyspace, random))));
            }
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
            change.put(put("key" + revision % KEYS, "value " + revision));
            change.commit();
            if (revision % 500 == 0) {
                Change compaction = keyspace.change(new Applied(1, ++index));
                compaction.compact(revision - 100);
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

    private static List<Long> expected(long revision) {
        List<Long> expected = new ArrayList<>();
        for (long key = 0; key < KEYS; key++) {
            long last = revision - Math.floorMod(revision - key, KEYS);
            if (last >= 2) {
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
