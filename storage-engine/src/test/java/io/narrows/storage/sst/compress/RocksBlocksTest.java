package io.narrows.storage.sst.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.MalformedDataException;
import io.narrows.storage.sst.RocksFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.CompressionOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.RocksDB;

/** Blocks compressed by RocksDB, with and without a dictionary. */
class RocksBlocksTest {
    private static final long SEED = 20261121;
    private static final String DICTIONARY = "rocksdb.compression_dict";
    private static final Codecs CODECS = Codecs.load();

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "ZLIB_COMPRESSION, GZIP, 8192, 0",
        "ZLIB_COMPRESSION, GZIP, 40000, 0",
        "LZ4_COMPRESSION, LZ4, 16384, 0",
        "LZ4_COMPRESSION, LZ4, 100000, 0",
        "LZ4HC_COMPRESSION, LZ4HC, 16384, 0",
        "ZSTD_COMPRESSION, ZSTD, 16384, 0",
        "ZSTD_COMPRESSION, ZSTD, 16384, 100000",
    })
    void decompress_blockWithDictionary_isThatOfTheFileWithoutCompression(
            CompressionType theirs, Codec ours, int maxDictBytes, int zstdMaxTrainBytes) throws Exception {
        byte[] plain = write(CompressionType.NO_COMPRESSION, 0, 0).firstDataBlock();
        RocksFile file = write(theirs, maxDictBytes, zstdMaxTrainBytes);
        byte[] dictionary = file.payload(DICTIONARY);
        assertThat(dictionary).hasSizeBetween(256, maxDictBytes);

        byte[] content = decompress(file.firstDataBlock(), ours, dictionary);

        assertThat(content).as("seed %d", SEED).isEqualTo(plain);
        assertThatExceptionOfType(MalformedDataException.class)
                .as("it does refer to its dictionary")
                .isThrownBy(() -> decompress(file.firstDataBlock(), ours, new byte[0]));
    }

    @Test
    void decompress_bzip2Block_isThatOfTheFileWithoutCompression() throws Exception {
        byte[] plain = write(CompressionType.NO_COMPRESSION, 0, 0).firstDataBlock();
        ByteBuffer block =
                ByteBuffer.wrap(write(CompressionType.BZLIB2_COMPRESSION, 0, 0).firstDataBlock());
        byte[] content = new byte[RocksFile.varint(block)];

        Bzip2Blocks.decompress(block.array(), block.position(), block.remaining(), content, 0, content.length);

        assertThat(content).isEqualTo(plain);
    }

    private static byte[] decompress(byte[] payload, Codec codec, byte[] dictionary) throws Exception {
        ByteBuffer block = ByteBuffer.wrap(payload);
        byte[] content = new byte[RocksFile.varint(block)];
        CODECS.block(CodecSpec.of(codec), dictionary).decompress(block, ByteBuffer.wrap(content), content.length);
        return content;
    }

    private RocksFile write(CompressionType type, int maxDictBytes, int zstdMaxTrainBytes) throws Exception {
        BlockBasedTableConfig format = new BlockBasedTableConfig()
                .setFormatVersion(5)
                .setBlockSize(8 << 10)
                .setEnableIndexCompression(false);
        try (CompressionOptions options = new CompressionOptions()
                .setEnabled(true)
                .setMaxDictBytes(maxDictBytes)
                .setZStdMaxTrainBytes(zstdMaxTrainBytes)) {
            return RocksFile.write(folder.resolve("file.sst"), format, 10, type, options, keys());
        }
    }

    private static List<byte[]> keys() {
        Random random = new Random(SEED);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            String key = String.format("user%08d:%08x:the common suffix of all rows", i, random.nextInt());
            keys.add(key.getBytes(StandardCharsets.US_ASCII));
        }
        return keys;
    }
}
