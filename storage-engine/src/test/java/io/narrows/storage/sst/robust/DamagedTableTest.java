package io.narrows.storage.sst.robust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.Entry;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.rows.Contents;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A file with a flipped bit, or truncated, is rejected or reads unchanged: never as something else. */
class DamagedTableTest {
    private static final Codecs CODECS = Codecs.load();
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Maximum allocation in bytes for reading such a small file, whatever lengths it claims. */
    private static final long ALLOCATED = 1 << 20;

    private static final int FOOTER = 53;
    private static final int DICTIONARY = 256;

    @TempDir
    Path folder;

    static List<Named<TableOptions>> tables() {
        List<Named<TableOptions>> tables = new ArrayList<>();
        for (int format : new int[] {5, 7}) {
            for (Codec codec : Codec.ofBlocks()) {
                TableOptions options = TableOptions.DEFAULT
                        .withFormatVersion(format)
                        .withBlockSize(512)
                        .withCompression(CodecSpec.of(codec));
                String name = "format " + format + ", " + codec.label();
                tables.add(Named.of(name, options));
                if (codec == Codec.ZSTD || codec == Codec.GZIP) {
                    tables.add(Named.of(name + ", dictionary", options.withDictionary(DICTIONARY, 0)));
                }
            }
        }
        return tables;
    }

    /** Flips one bit of each byte, and every bit of the footer, most of which has no checksum below version 6. */
    @ParameterizedTest
    @MethodSource("tables")
    void turnedBit_isNoticedOrHarmless(TableOptions options) throws IOException {
        Path file = written(options);
        byte[] bytes = Files.readAllBytes(file);
        Contents contents = contents(file);

        int noticed = 0;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int bit = 0; bit < 8 * bytes.length; bit++) {
                int at = bit / 8;
                if (at >= bytes.length - FOOTER || bit % 8 == at % 8) {
                    put(channel, at, (byte) (bytes[at] ^ 1 << bit % 8));
                    noticed += readsOrIsRefused(file, contents) ? 0 : 1;
                    put(channel, at, bytes[at]);
                }
            }
        }

        assertThat(noticed).isGreaterThan(bytes.length * 9 / 10);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 7})
    void cutOff_isNoticed(int format) throws IOException {
        Path file = written(TableOptions.DEFAULT.withFormatVersion(format));

        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (long length = channel.size() - 1; length >= 0; length--) {
                channel.truncate(length);
                assertThatThrownBy(() -> contents(file)).isInstanceOf(CorruptTableException.class);
            }
        }
    }

    private static void put(FileChannel channel, long at, byte value) throws IOException {
        channel.write(ByteBuffer.wrap(new byte[] {value}), at);
    }

    /** Returns true if the file reads unchanged, false if it is rejected. */
    private static boolean readsOrIsRefused(Path file, Contents expected) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            assertThat(contents(file)).isEqualTo(expected);
            return true;
        } catch (CorruptTableException refused) {
            assertThat(refused.file()).isEqualTo(file);
            assertThat(refused)
                    .hasMessageContaining(file.toString())
                    .hasMessageContaining(Long.toString(refused.offset()))
                    .hasMessageContaining(refused.kind().label());
            return false;
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(ALLOCATED);
        }
    }

    /** Reads the file in every way. */
    private static Contents contents(Path file) throws IOException {
        try (TableReader reader = TableReader.open(file, CODECS, BlockCache.ofBytes(1 << 16))) {
            Contents contents = Contents.of(reader);
            for (VersionedRow row : contents.rows()) {
                assertThat(reader.get(row.key()).map(Entry::value)).contains(row.value());
            }
            for (int i = 0; i < contents.rows().size(); i++) {
                assertThat(reader.get(Rows.absent(i))).isEmpty();
            }
            return contents;
        }
    }

    private Path written(TableOptions options) throws IOException {
        Path file = folder.resolve("table.sst");
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (Row row : Rows.some(12)) {
                writer.put(row.key(), row.value());
            }
            writer.deleteRange(Rows.absent(1), Rows.absent(2), 7);
            writer.finish();
        }
        return file;
    }
}
