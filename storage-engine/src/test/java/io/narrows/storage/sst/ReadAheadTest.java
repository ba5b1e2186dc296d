package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans in both directions, over enough blocks to read several windows. */
class ReadAheadTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int ROWS = 10_000;
    private static final int BLOCK = 512;

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("table.sst");
        TableOptions options =
                TableOptions.DEFAULT.withCompression(CodecSpec.of(Codec.NONE)).withBlockSize(BLOCK);
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (int i = 0; i < ROWS; i++) {
                // an occasional block larger than one window
                writer.put(key(i), Slice.of(new byte[i % 3_000 == 2_999 ? 1 << 20 : 100]));
            }
            writer.finish();
        }
    }

    @Test
    void forwards_readsAllAndLeavesTheCacheToOthers() throws IOException {
        BlockCache cache = BlockCache.ofBytes(1 << 20);
        try (TableReader reader = TableReader.open(file, CODECS, cache)) {
            TableIterator iterator = reader.iterator();
            int row = 0;
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                assertThat(iterator.userKey()).isEqualTo(key(row++));
            }

            assertThat(row).isEqualTo(ROWS);
            assertThat(cache.weight()).isLessThan(8 * BLOCK);
        }
    }

    @Test
    void backwards_readsAllAndLeavesTheCacheToOthers() throws IOException {
        BlockCache cache = BlockCache.ofBytes(1 << 20);
        try (TableReader reader = TableReader.open(file, CODECS, cache)) {
            TableIterator iterator = reader.iterator();
            int row = ROWS;
            for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
                assertThat(iterator.userKey()).isEqualTo(key(--row));
            }

            assertThat(row).isZero();
            assertThat(cache.weight()).isLessThan(8 * BLOCK);
        }
    }

    @Test
    void turningRound_readsTheSame() throws IOException {
        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            TableIterator iterator = reader.iterator();
            iterator.seek(key(1_000));
            for (int row = 1_000; row < 4_000; row++) {
                iterator.next();
            }
            for (int row = 4_000; row > 500; row--) {
                assertThat(iterator.userKey()).isEqualTo(key(row));
                iterator.prev();
            }

            assertThat(iterator.userKey()).isEqualTo(key(500));
        }
    }

    private static Slice key(int row) {
        return Slice.of("key%06d".formatted(row));
    }
}
