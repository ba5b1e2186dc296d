package io.narrows.storage.sst.robust;

import static io.narrows.storage.sst.robust.TableAssembly.block;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index that does not match the keys. */
class VerificationTest {
    private static final Codecs CODECS = Codecs.load();

    @TempDir
    Path folder;

    @Test
    void keyAtOrBelowTheIndexKeyOfTheBlockBefore_isReported() throws IOException {
        Path file = table("x", "y", "z");

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            assertThat(reader.get(Slice.of("c"))).as("what the index hides").isEmpty();
            assertThatExceptionOfType(CorruptTableException.class)
                    .isThrownBy(reader::verify)
                    .withMessageEndingWith("data block: key 62 is not above the index key of the previous block");
        }
    }

    @Test
    void keyAboveTheIndexKeyOfItsBlock_isReported() throws IOException {
        Path file = table("a", "aa", "z");

        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            assertThatExceptionOfType(CorruptTableException.class)
                    .isThrownBy(reader::verify)
                    .withMessageEndingWith("data block: key 62 is above the block's index key");
        }
    }

    /** Writes three blocks with the keys {@code a}, {@code b} and {@code c}, and an index with the given keys. */
    private Path table(String first, String second, String third) throws IOException {
        TableAssembly table = new TableAssembly(0).property("rocksdb.index.key.is.user.key", new byte[] {1});
        byte[] a = table.add(block("a", new byte[] {1}));
        byte[] b = table.add(block("b", new byte[] {2}));
        byte[] c = table.add(block("c", new byte[] {3}));
        Path file = folder.resolve("table.sst");
        Files.write(file, table.finish(table.add(block(Map.of(first, a, second, b, third, c)))));
        return file;
    }
}
