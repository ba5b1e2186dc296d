package io.narrows.storage.sst.interop;

import static io.narrows.storage.sst.interop.ReadEqual.assertReadsEqual;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompressionType;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;

/** Reads files of RocksDB's SstFileWriter, in each format version that it can still write. */
@Tag("long")
class RocksTablesTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int[] FORMATS = {2, 3, 4, 5, 6, 7};
    private static final List<CompressionType> COMPRESSIONS = List.of(
            CompressionType.NO_COMPRESSION,
            CompressionType.SNAPPY_COMPRESSION,
            CompressionType.ZLIB_COMPRESSION,
            CompressionType.BZLIB2_COMPRESSION,
            CompressionType.LZ4_COMPRESSION,
            CompressionType.LZ4HC_COMPRESSION,
            CompressionType.ZSTD_COMPRESSION);
    private static final List<CompressionType> WITH_DICTIONARY = List.of(
            CompressionType.ZLIB_COMPRESSION,
            CompressionType.LZ4_COMPRESSION,
            CompressionType.LZ4HC_COMPRESSION,
            CompressionType.ZSTD_COMPRESSION);
    private static final int DICTIONARY = 4 << 10;

    @TempDir
    Path folder;

    static List<RocksTable> everyCodecAndChecksum() {
        List<RocksTable> tables = new ArrayList<>();
        for (int format : FORMATS) {
            for (CompressionType codec : COMPRESSIONS) {
                for (ChecksumType checksum : ChecksumType.values()) {
                    tables.add(RocksTable.of(format, codec, checksum));
                }
            }
        }
        return tables;
    }

    static List<RocksTable> everyIndexAndDictionary() {
        List<RocksTable> tables = new ArrayList<>();
        for (int format : FORMATS) {
            for (IndexType index : IndexType.values()) {
                for (CompressionType codec : WITH_DICTIONARY) {
                    tables.add(new RocksTable(format, codec, ChecksumType.kXXH3, index, 0));
                    tables.add(new RocksTable(format, codec, ChecksumType.kXXH3, index, DICTIONARY));
                }
            }
        }
        return tables;
    }

    @ParameterizedTest
    @MethodSource({"everyCodecAndChecksum", "everyIndexAndDictionary"})
    void tableOfRocksDb_readsEqual(RocksTable table) throws IOException, RocksDBException {
        List<Row> rows = Rows.some(400);
        Path file = folder.resolve("theirs.sst");
        try (Options options = table.options()) {
            RocksTable.write(file, options, rows);
        }

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 20))) {
            assertThat(reader.formatVersion()).isEqualTo(table.format());
            assertThat(reader.checksum().id()).isEqualTo(table.checksum().getValue());
            assertReadsEqual(reader, rows);
        }
    }
}
