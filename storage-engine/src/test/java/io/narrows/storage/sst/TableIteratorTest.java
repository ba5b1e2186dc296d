package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An iterator in a file with a damaged block. */
class TableIteratorTest {
    private static final Codecs CODECS = Codecs.load();
    private static final Slice VALUE = Slice.of(new byte[100]);

    @TempDir
    Path folder;

    @Test
    void moveThatFails_standsNowhere() throws IOException {
        try (TableReader reader = writtenWithDamage()) {
            TableIterator iterator = reader.iterator();
            iterator.seek(Slice.of("key00"));
            assertThat(iterator.isValid()).isTrue();

            assertThatExceptionOfType(CorruptTableException.class).isThrownBy(iterator::seekToLast);
            assertThat(iterator.isValid()).isFalse();

            iterator.seek(Slice.of("key00"));
            assertThatExceptionOfType(CorruptTableException.class).isThrownBy(() -> iterator.seek(Slice.of("key99")));
            assertThat(iterator.isValid()).isFalse();
        }
    }

    /** Writes many blocks and damages the last. */
    private TableReader writtenWithDamage() throws IOException {
        Path file = folder.resolve("table.sst");
        TableOptions options =
                TableOptions.DEFAULT.withCompression(CodecSpec.of(Codec.NONE)).withBlockSize(256);
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (int i = 0; i < 100; i++) {
                writer.put(Slice.of("key%02d".formatted(i)), VALUE);
            }
            writer.finish();
        }
        TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0));
        List<BlockSummary> blocks = reader.dataBlocks();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(
                    ByteBuffer.wrap(new byte[] {-1}),
                    blocks.get(blocks.size() - 1).offset());
        }
        return reader;
    }
}
