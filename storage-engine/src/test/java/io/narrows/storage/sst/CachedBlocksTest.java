package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The blocks of a file that are cached after point reads. */
class CachedBlocksTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int ROWS = 1_000;
    private static final Slice VALUE = Slice.of("v".repeat(100));

    @TempDir
    Path folder;

    private final BlockCache cache = BlockCache.ofBytes(1 << 20);

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "ZSTD"})
    void slowCodec_blockIsPlainFromItsSecondReadOn(Codec codec) throws IOException {
        try (TableReader reader = write(codec)) {
            reader.get(key(500));
            long asStored = cache.weight();

            reader.get(key(500));
            long plain = cache.weight();

            assertThat(asStored).isLessThan(1_000);
            assertThat(plain).isBetween(4_000L, 5_000L);
            assertThat(reader.get(key(500)).orElseThrow().value()).isEqualTo(VALUE);
            assertThat(cache.weight()).isEqualTo(plain);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "LZ4", "LZ4HC"})
    void fastCodec_blockStaysAsItIsStored(Codec codec) throws IOException {
        try (TableReader reader = write(codec)) {
            reader.get(key(500));
            long asStored = cache.weight();

            reader.get(key(500));

            assertThat(asStored).isLessThan(1_000);
            assertThat(cache.weight()).isEqualTo(asStored);
        }
    }

    @Test
    void slowCodec_rowsAreTheSameAtEachRead() throws IOException {
        try (TableReader reader = write(Codec.ZSTD)) {
            for (int read = 0; read < 3; read++) {
                for (int row = 0; row < ROWS; row++) {
                    assertThat(reader.get(key(row)).orElseThrow().value()).isEqualTo(VALUE);
                }
            }
        }
    }

    private TableReader write(Codec codec) throws IOException {
        Path file = folder.resolve("table.sst");
        TableOptions options = TableOptions.DEFAULT.withCompression(CodecSpec.of(codec));
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (int row = 0; row < ROWS; row++) {
                writer.put(key(row), VALUE);
            }
            writer.finish();
        }
        return TableReader.open(file, CODECS, cache);
    }

    private static Slice key(int row) {
        return Slice.of("key%06d".formatted(row));
    }
}
