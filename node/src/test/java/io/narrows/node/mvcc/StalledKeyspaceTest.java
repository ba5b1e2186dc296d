package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.PutRequest;
import io.narrows.storage.Slice;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.compaction.PropertiesCollector;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StalledKeyspaceTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final int SMALL_MEMTABLE = 64 << 10;

    @TempDir
    private Path directory;

    private final CountDownLatch allowed = new CountDownLatch(1);

    /** The change holds the locks of the keyspace and of the database while it waits for the flush. */
    @Test
    void close_refusesAChangeThatWaitsForAFlush() throws Exception {
        FamilyOptions small = FamilyOptions.DEFAULT
                .withCompactionFilter(new HeldFlushes())
                .withWriteBufferSize(SMALL_MEMTABLE)
                .withMaxWriteBuffers(2);
        Keyspace keyspace = Keyspace.open(directory, KeyspaceOptions.defaults().withFamily(small));
        CompletableFuture<Void> writing = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            try {
                for (int index = 1; true; index++) {
                    put(keyspace, index);
                }
            } catch (Exception e) {
                writing.completeExceptionally(e);
            }
        });
        writer.start();
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).until(() -> writer.getState() == Thread.State.WAITING);
        assertThat(writing).isNotDone();

        CompletableFuture<Void> closing = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        keyspace.close();
                        closing.complete(null);
                    } catch (IOException | RuntimeException e) {
                        closing.completeExceptionally(e);
                    }
                })
                .start();

        try {
            assertThatThrownBy(() -> writing.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasMessageContaining("the database is closed");
            assertThat(closing).as("while a flush is running").isNotDone();
        } finally {
            allowed.countDown();
        }
        closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void put(Keyspace keyspace, int index) throws Exception {
        Change change = keyspace.change(new Applied(1, index));
        change.put(PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8("a"))
                .setValue(ByteString.copyFrom(new byte[SMALL_MEMTABLE]))
                .build());
        change.commit();
    }

    /** Filters that drop nothing; each flush waits until it is allowed. */
    private final class HeldFlushes implements CompactionFilterFactory {
        @Override
        public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) throws IOException {
            try {
                allowed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return new Keeping();
        }

        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public boolean dropsMost(TableProperties file, long newestProtected) {
            return false;
        }

        @Override
        public boolean supersedes(TableProperties file) {
            return false;
        }
    }

    private static final class Keeping implements CompactionFilter {
        @Override
        public Decision decide(Slice userKey, Slice value) {
            return Decision.KEEP;
        }

        @Override
        public long sequence() {
            return 0;
        }

        @Override
        public PropertiesCollector collector(long newestProtected) {
            return PropertiesCollector.NONE;
        }
    }
}
