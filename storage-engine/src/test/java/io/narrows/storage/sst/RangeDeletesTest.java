package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RangeDeletesTest {
    private static final Codecs CODECS = Codecs.load();

    @TempDir
    Path folder;

    @Test
    void sameBeginAtTheSameMoment_longerOneIsKeptAndCounted() throws IOException {
        Path file = folder.resolve("table.sst");
        try (TableWriter writer = TableWriter.create(file, TableOptions.DEFAULT, CODECS)) {
            writer.deleteRange(Slice.of("a"), Slice.of("c"), 7);
            writer.deleteRange(Slice.of("a"), Slice.of("d"), 7);
            writer.deleteRange(Slice.of("a"), Slice.of("b"), 7);
            writer.deleteRange(Slice.of("a"), Slice.of("b"), 8);
            assertThat(writer.entries()).isEqualTo(2);
            writer.finish();
        }

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            assertThat(reader.rangeTombstones())
                    .containsExactly(
                            new RangeTombstone(Slice.of("a"), Slice.of("b"), 8),
                            new RangeTombstone(Slice.of("a"), Slice.of("d"), 7));
            assertThat(reader.properties().entries()).isEqualTo(2);
            reader.verify();
        }
    }
}
