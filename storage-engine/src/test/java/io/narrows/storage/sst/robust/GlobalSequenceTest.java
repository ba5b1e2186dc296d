package io.narrows.storage.sst.robust;

import static io.narrows.storage.sst.robust.TableAssembly.block;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file to which RocksDB assigned a sequence number at ingestion: all its entries have it. */
class GlobalSequenceTest {
    private static final Codecs CODECS = Codecs.load();
    private static final byte[] SEVENTY = {70, 0, 0, 0, 0, 0, 0, 0};
    private static final Slice KEY = Slice.of("key");
    private static final Slice VALUE = Slice.of("value");

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        TableAssembly table = new TableAssembly(0).property("rocksdb.external_sst_file.global_seqno", SEVENTY);
        byte[] data = table.add(block("key", VALUE.toByteArray()));
        byte[] rangeDeletes = block("a", EntryType.RANGE_DELETE, TableAssembly.bytes("b"));
        table.addNamed("rocksdb.range_del", rangeDeletes);
        file = folder.resolve("table.sst");
        Files.write(file, table.finish(table.add(block("key", data))));
    }

    @Test
    void get_knowsIt() throws IOException {
        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            assertThat(reader.get(KEY, 70)).contains(new Entry(EntryType.PUT, 70, VALUE));
            assertThat(reader.get(KEY, 69)).isEmpty();
        }
    }

    @Test
    void iterator_knowsIt() throws IOException {
        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            TableIterator iterator = reader.iterator();
            iterator.seekToFirst();

            assertThat(iterator.sequence()).isEqualTo(70);
        }
    }

    @Test
    void rangeTombstones_haveIt() throws IOException {
        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            assertThat(reader.rangeTombstones()).containsExactly(new RangeTombstone(Slice.of("a"), Slice.of("b"), 70));
        }
    }
}
