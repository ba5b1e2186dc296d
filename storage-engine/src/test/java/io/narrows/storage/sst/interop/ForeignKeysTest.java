package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;

/** RocksDB does not support YugabyteDB's encoding of keys: it must reject such a file instead of misreading it. */
class ForeignKeysTest {
    private static final String REFUSED = "Could not load CompressionManager";

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    @Test
    void rocksDbRefusesToOpenIt() throws IOException {
        Path file = written();

        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options)) {
            assertThatThrownBy(() -> reader.open(file.toString()))
                    .isInstanceOf(RocksDBException.class)
                    .hasMessageContaining(REFUSED);
        }
    }

    @Test
    void rocksDbRefusesToIngestIt() throws IOException, RocksDBException {
        Path file = written();

        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB database =
                        RocksDB.open(options, folder.resolve("database").toString());
                IngestExternalFileOptions ingestion = new IngestExternalFileOptions()) {
            assertThatThrownBy(() -> database.ingestExternalFile(List.of(file.toString()), ingestion))
                    .isInstanceOf(RocksDBException.class)
                    .hasMessageContaining(REFUSED);
        }
    }

    private Path written() throws IOException {
        Path file = folder.resolve("ours.sst");
        TableOptions options = TableOptions.DEFAULT
                .withKeyEncoding(KeyEncoding.THREE_SHARED_PARTS)
                .withIngestion(true);
        new OurTable("three shared parts", options, List.of()).write(file, Rows.some(400));
        return file;
    }
}
