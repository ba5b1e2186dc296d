package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.PutRequest;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.support.HeldFlushes;
import io.narrows.storage.support.StallSignal;
import io.narrows.storage.support.StartedWork;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StalledKeyspaceTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final int SMALL_MEMTABLE = 64 << 10;

    @TempDir
    private Path directory;

    /** The change holds the locks of the keyspace and of the database while it waits for the flush. */
    @Test
    void close_refusesAChangeThatWaitsForAFlush() throws Exception {
        HeldFlushes held = new HeldFlushes();
        StallSignal stall = new StallSignal();
        Keyspace keyspace = Keyspace.open(directory, options(held, stall));
        CompletableFuture<Void> closing;
        try (held) {
            CompletableFuture<Void> writing = StartedWork.start(() -> {
                for (int index = 1; true; index++) {
                    put(keyspace, index);
                }
            });
            stall.await();
            assertThat(writing).isNotDone();

            closing = StartedWork.start(keyspace::close);

            assertThatThrownBy(() -> writing.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasMessageContaining("the database is closed");
            assertThat(closing).as("while a flush is running").isNotDone();
        }
        closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static KeyspaceOptions options(HeldFlushes held, StallSignal stall) {
        KeyspaceOptions defaults = KeyspaceOptions.defaults();
        FamilyOptions small = FamilyOptions.DEFAULT
                .withCompactionFilter(held)
                .withWriteBufferSize(SMALL_MEMTABLE)
                .withMaxWriteBuffers(2);
        return defaults.withEngine(defaults.engine().withListener(stall)).withFamily(small);
    }

    private static void put(Keyspace keyspace, int index) throws Exception {
        Change change = keyspace.change(new Applied(1, index));
        change.put(PutRequest.newBuilder()
                .setKey(ByteString.copyFromUtf8("a"))
                .setValue(ByteString.copyFrom(new byte[SMALL_MEMTABLE]))
                .build());
        change.commit();
    }
}
