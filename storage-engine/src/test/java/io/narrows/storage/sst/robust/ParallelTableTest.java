package io.narrows.storage.sst.robust;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.BlockSummary;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.compress.CompressionType;
import io.narrows.storage.sst.parallel.CompressionPool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The file is the same for any number of building threads, however slow any of them is. */
@Tag("long")
class ParallelTableTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int[] THREADS = {2, 3, 4, 8, 16};

    /** Number of consecutive blocks of each kind: enough to stop trying noise, and to probe it again. */
    private static final int BLOCKS_IN_A_ROW = 150;

    private static final int BLOCK = 4 << 10;
    private static final int VALUE = 1_000;
    private static final int DICTIONARY = 8 << 10;

    @TempDir
    Path folder;

    static List<Named<TableOptions>> tables() {
        List<Named<TableOptions>> tables = new ArrayList<>();
        for (Codec codec : Codec.ofBlocks()) {
            TableOptions options = options(codec);
            tables.add(Named.of(codec.label(), options));
            tables.add(Named.of(codec.label() + ", format 7", options.withFormatVersion(7)));
            if (codec == Codec.ZSTD || codec == Codec.GZIP) {
                tables.add(Named.of(codec.label() + ", dictionary", options.withDictionary(DICTIONARY, 0)));
                tables.add(Named.of(codec.label() + ", trained", options.withDictionary(DICTIONARY, 10 * DICTIONARY)));
            }
        }
        return tables;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void table_isByteIdentical(TableOptions options) throws IOException {
        // checksums of format 7 depend on the file's name
        Path alone = Files.createDirectory(folder.resolve("alone")).resolve("table.sst");
        Path together = Files.createDirectory(folder.resolve("together")).resolve("table.sst");
        try (TableWriter writer = TableWriter.create(alone, options, CODECS)) {
            fill(writer);
        }

        for (int threads : THREADS) {
            try (CompressionPool pool = new CompressionPool(threads - 1);
                    TableWriter writer = TableWriter.create(together, options, CODECS, pool)) {
                fill(writer);
            }
            assertThat(together).as("%d threads", threads).hasSameBinaryContentAs(alone);
        }
    }

    /** Makes sure that the test above is meaningful. */
    @Test
    void noise_isNotAlwaysTried_andWhatFollowsIsCompressedAgain() throws IOException {
        Path file = folder.resolve("table.sst");
        try (TableWriter writer = TableWriter.create(file, options(Codec.ZSTD), CODECS)) {
            fill(writer);
        }

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 20))) {
            List<CompressionType> types =
                    reader.dataBlocks().stream().map(BlockSummary::type).toList();
            assertThat(types.subList(0, 100)).containsOnly(CompressionType.ZSTD);
            assertThat(types.subList(BLOCKS_IN_A_ROW + 10, 2 * BLOCKS_IN_A_ROW - 10))
                    .containsOnly(CompressionType.NONE);
            assertThat(types.get(types.size() - 1)).isEqualTo(CompressionType.ZSTD);
        }
    }

    /** Uses levels slow enough for the writer to use other threads. */
    private static TableOptions options(Codec codec) {
        CodecSpec spec = codec == Codec.ZSTD ? CodecSpec.of(codec, 6) : CodecSpec.of(codec);
        return TableOptions.DEFAULT.withBlockSize(BLOCK).withCompression(spec);
    }

    /** Writes text, noise, text. */
    private static void fill(TableWriter writer) throws IOException {
        Random random = new Random(7);
        int row = 0;
        for (int sort = 0; sort < 3; sort++) {
            for (int i = 0; i < BLOCKS_IN_A_ROW * BLOCK / VALUE; i++) {
                byte[] key = "%08d".formatted(row++).getBytes(StandardCharsets.US_ASCII);
                byte[] value = sort == 1 ? noise(random) : text(random);
                writer.add(key, 0, key.length, 0, EntryType.PUT, value, 0, value.length);
            }
        }
        writer.finish();
    }

    private static byte[] noise(Random random) {
        byte[] noise = new byte[VALUE];
        random.nextBytes(noise);
        return noise;
    }

    private static byte[] text(Random random) {
        byte[] text = new byte[VALUE];
        for (int i = 0; i < VALUE; i++) {
            text[i] = (byte) ('a' + random.nextInt(4));
        }
        return text;
    }
}
