package io.narrows.storage.db.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import io.narrows.storage.iterate.UnsupportedEntryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.RocksDBException;

/** Merge operands, which only RocksDB's operator can combine: reading their key fails, and none of them is lost. */
class MergeOperandsTest {
    private static final RocksSetup APPENDING = RocksSetup.IDLE.family("merge_operator", "stringappend");
    private static final Slice KEY = Slice.of("merged");

    @TempDir
    Path folder;

    private Path directory;

    @BeforeEach
    void place() {
        directory = folder.resolve("database");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void key_isRefused(boolean flushed) throws IOException, RocksDBException {
        merge(flushed);

        try (NarrowsStore ours = NarrowsStore.openReadOnly(directory)) {
            assertThatThrownBy(() -> ours.get("default", KEY))
                    .isInstanceOf(UnsupportedEntryException.class)
                    .hasMessageContainingAll("MERGE", KEY.toString());
            assertThatThrownBy(ours::rows).isInstanceOf(UnsupportedEntryException.class);
            assertThatThrownBy(ours::rowsBackwards).isInstanceOf(UnsupportedEntryException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherKeys_areRead(boolean flushed) throws IOException, RocksDBException {
        merge(flushed);

        try (NarrowsStore ours = NarrowsStore.openReadOnly(directory)) {
            assertThat(ours.get("default", Slice.of("a"))).contains(Slice.of("plain"));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void operands_surviveOurFilesAndCompactions(boolean flushed) throws IOException, RocksDBException {
        merge(flushed);

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            ours.write(List.of(new Change.Put("default", Slice.of("z"), Slice.of("ours"))));
            ours.compact();
        }

        try (RocksStore theirs = RocksStore.open(directory, APPENDING)) {
            assertThat(theirs.get("default", KEY)).contains(Slice.of("one,two,three"));
        }
    }

    private void merge(boolean flushed) throws IOException, RocksDBException {
        try (RocksStore store = RocksStore.open(directory, APPENDING)) {
            store.write(List.of(new Change.Put("default", Slice.of("a"), Slice.of("plain"))));
            store.database().put(KEY.toByteArray(), Slice.of("one").toByteArray());
            store.flush();
            store.database().merge(KEY.toByteArray(), Slice.of("two").toByteArray());
            store.database().merge(KEY.toByteArray(), Slice.of("three").toByteArray());
            if (flushed) {
                store.flush();
            }
        }
    }
}
