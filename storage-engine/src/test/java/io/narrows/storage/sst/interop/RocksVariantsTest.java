package io.narrows.storage.sst.interop;

import static io.narrows.storage.sst.interop.ReadEqual.assertReadsEqual;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Named.named;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.narrows.codec.Codecs;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ChecksumType;
import org.rocksdb.CompressionType;
import org.rocksdb.DataBlockIndexType;
import org.rocksdb.IndexShorteningMode;
import org.rocksdb.IndexType;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;

/** Reads files that RocksDB writes with non-default options. */
class RocksVariantsTest {
    private static final Codecs CODECS = Codecs.load();
    private static final List<Row> ROWS = Rows.some(400);
    private static final int[] FORMATS = {2, 3, 4, 5, 6, 7};

    @TempDir
    Path folder;

    static Stream<Arguments> variants() {
        return Stream.<Named<UnaryOperator<BlockBasedTableConfig>>>of(
                        named("whole keys in the index", RocksVariantsTest::wholeKeysInIndex),
                        named("short last key", RocksVariantsTest::shortLastKey),
                        named("delta-encoded index", config -> config.setIndexBlockRestartInterval(16)),
                        named("delta-encoded partitions", RocksVariantsTest::deltaEncodedPartitions),
                        named("delta-encoded index with gaps", RocksVariantsTest::deltaEncodedIndexWithGaps),
                        named("partitioned filter", RocksVariantsTest::partitionedFilter),
                        named("index not compressed", config -> config.setEnableIndexCompression(false)),
                        named("hash index in data blocks", RocksVariantsTest::hashIndexInDataBlocks),
                        named("whole keys in data blocks", config -> config.setUseDeltaEncoding(false)),
                        named("restart at each key", config -> config.setBlockRestartInterval(1)),
                        named("one restart in a block", config -> config.setBlockRestartInterval(1_000)),
                        named("hint at uniform keys", config -> config.setUniformCvThreshold(1)),
                        named("no filter", config -> config.setFilterPolicy(null)),
                        named("filter of prefixes only", config -> config.setWholeKeyFiltering(false)),
                        named("one block", config -> config.setBlockSize(1 << 20)),
                        named("a block for each key", config -> config.setBlockSize(1)))
                .flatMap(variant -> IntStream.of(FORMATS).mapToObj(format -> arguments(format, variant)));
    }

    @ParameterizedTest(name = "format {0}, {1}")
    @MethodSource("variants")
    void variant_readsEqual(int format, UnaryOperator<BlockBasedTableConfig> variant)
            throws IOException, RocksDBException {
        Path file = folder.resolve("theirs.sst");
        RocksTable table = RocksTable.of(format, CompressionType.ZSTD_COMPRESSION, ChecksumType.kXXH3);
        try (Options options = table.options(variant.apply(table.config()))) {
            RocksTable.write(file, options.useFixedLengthPrefixExtractor(RocksTable.PREFIX), ROWS);
        }

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 20))) {
            assertReadsEqual(reader, ROWS);
        }
    }

    /** A layout of RocksDB 11 that is off by default and unsupported here: it must not be mistaken for another. */
    @Test
    void valuesApartFromKeys_areRefused() throws RocksDBException {
        Path file = folder.resolve("theirs.sst");
        RocksTable table = RocksTable.of(7, CompressionType.ZSTD_COMPRESSION, ChecksumType.kXXH3);
        try (Options options = table.options(table.config().setSeparateKeyValueInDataBlock(true))) {
            RocksTable.write(file, options, ROWS);
        }

        assertThatThrownBy(() -> {
                    try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 20))) {
                        reader.get(ROWS.get(0).key());
                    }
                })
                .isInstanceOf(CorruptTableException.class)
                .hasMessageContaining("unknown features: 0x10000000");
    }

    private static BlockBasedTableConfig wholeKeysInIndex(BlockBasedTableConfig config) {
        return config.setIndexShortening(IndexShorteningMode.kNoShortening);
    }

    private static BlockBasedTableConfig shortLastKey(BlockBasedTableConfig config) {
        return config.setIndexShortening(IndexShorteningMode.kShortenSeparatorsAndSuccessor);
    }

    private static BlockBasedTableConfig deltaEncodedPartitions(BlockBasedTableConfig config) {
        return config.setIndexType(IndexType.kTwoLevelIndexSearch).setIndexBlockRestartInterval(4);
    }

    /** Blocks do not cross multiples of 4 KiB, so that some leave a gap before them. */
    private static BlockBasedTableConfig deltaEncodedIndexWithGaps(BlockBasedTableConfig config) {
        return config.setIndexBlockRestartInterval(16)
                .setSuperBlockAlignmentSize(4 << 10)
                .setSuperBlockAlignmentSpaceOverheadRatio(4);
    }

    private static BlockBasedTableConfig partitionedFilter(BlockBasedTableConfig config) {
        return config.setIndexType(IndexType.kTwoLevelIndexSearch).setPartitionFilters(true);
    }

    private static BlockBasedTableConfig hashIndexInDataBlocks(BlockBasedTableConfig config) {
        return config.setDataBlockIndexType(DataBlockIndexType.kDataBlockBinaryAndHash);
    }
}
