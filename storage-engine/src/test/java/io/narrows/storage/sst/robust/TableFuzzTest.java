package io.narrows.storage.sst.robust;

import static io.narrows.storage.sst.robust.TableAssembly.block;
import static io.narrows.storage.sst.robust.TableAssembly.bytes;
import static io.narrows.storage.sst.robust.TableAssembly.varint;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.narrows.codec.Codecs;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.CorruptTableException;
import io.narrows.storage.sst.TableIterator;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.UnsupportedTableException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * A Jazzer target for each kind of block, with a correct checksum for any input. As plain tests they run the stored corpus,
 * in {@code src/test/resources/io/narrows/storage/sst/robust/TableFuzzTestInputs}; {@code bin/soak fuzz} searches for more.
 *
 * <p>A file with any content is either rejected by {@link CorruptTableException} or {@link UnsupportedTableException}, or
 * read to an end.
 */
class TableFuzzTest {
    private static final Codecs CODECS = Codecs.load();
    private static final Slice KEY = Slice.of("key");
    private static final byte[] DATA = block("key", bytes("value"));
    private static final int LARGEST = 64 << 20;
    private static final Path FILE = temporary();
    private static final List<Reading> READINGS = List.of(
            TableFuzzTest::forwards,
            TableFuzzTest::backwards,
            TableFuzzTest::seeks,
            TableReader::rangeTombstones,
            TableReader::dataBlocks,
            TableReader::verify);

    /** The input is the type byte, the encoding of keys, then the payload. */
    @FuzzTest
    void dataBlock(byte[] input) throws IOException {
        if (input.length < 2 || claimsMoreThanFits(input, 2)) {
            return;
        }
        TableAssembly table = new TableAssembly(0)
                .property("rocksdb.block.based.table.data.block.key.value.encoding.format", new byte[] {input[1]});
        byte[] data = table.add(input[0], Arrays.copyOfRange(input, 2, input.length));
        readOrRefuse(table.finish(table.add(block("key", data))));
    }

    /** The input is the index type in the properties, then the payload; two data blocks precede it. */
    @FuzzTest
    void indexBlock(byte[] input) throws IOException {
        if (input.length < 1) {
            return;
        }
        TableAssembly table = new TableAssembly(input[0] & 3)
                .property("rocksdb.index.key.is.user.key", varint(input[0] >> 2 & 1))
                .property("rocksdb.index.value.is.delta.encoded", varint(input[0] >> 3 & 1));
        table.add(DATA);
        table.add(DATA);
        readOrRefuse(table.finish(table.add(Arrays.copyOfRange(input, 1, input.length))));
    }

    /** The input is the last bytes of the file, after one data block and its index. */
    @FuzzTest
    void footer(byte[] input) throws IOException {
        TableAssembly table = new TableAssembly(0);
        table.add(block("key", table.add(DATA)));
        readOrRefuse(table.finishWith(input));
    }

    @FuzzTest
    void metaindex(byte[] input) throws IOException {
        TableAssembly table = new TableAssembly(0);
        readOrRefuse(table.finishWith(input, table.add(block("key", table.add(DATA)))));
    }

    @FuzzTest
    void properties(byte[] input) throws IOException {
        TableAssembly table = new TableAssembly(0).addNamed("rocksdb.properties", input);
        readOrRefuse(table.finish(table.add(block("key", table.add(DATA)))));
    }

    @FuzzTest
    void filter(byte[] input) throws IOException {
        TableAssembly table = new TableAssembly(0).addNamed("fullfilter.rocksdb.BuiltinBloomFilter", input);
        readOrRefuse(table.finish(table.add(block("key", table.add(DATA)))));
    }

    @FuzzTest
    void rangeDeletes(byte[] input) throws IOException {
        TableAssembly table = new TableAssembly(0).addNamed("rocksdb.range_del", input);
        readOrRefuse(table.finish(table.add(block("key", table.add(DATA)))));
    }

    /** The input is the type byte of a data block, the length of the dictionary in one byte, then both of them. */
    @FuzzTest
    void dictionary(byte[] input) throws IOException {
        if (input.length < 2) {
            return;
        }
        int end = Math.min(input.length, 2 + (input[1] & 0xff));
        if (claimsMoreThanFits(input, end)) {
            return;
        }
        TableAssembly table =
                new TableAssembly(0).addNamed("rocksdb.compression_dict", Arrays.copyOfRange(input, 2, end));
        byte[] data = table.add(input[0], Arrays.copyOfRange(input, end, input.length));
        readOrRefuse(table.finish(table.add(block("key", data))));
    }

    /** One way to read. */
    private interface Reading {
        void read(TableReader reader) throws IOException;
    }

    private static void readOrRefuse(byte[] bytes) throws IOException {
        Files.write(FILE, bytes);
        for (Reading reading : READINGS) {
            try (TableReader reader = TableReader.open(FILE, CODECS, BlockCache.ofBytes(1 << 16))) {
                reading.read(reader);
            } catch (CorruptTableException | UnsupportedTableException refused) {
                assertThat(refused).hasMessageStartingWith(FILE + ": offset ").hasMessageNotContaining("null");
            }
        }
    }

    /**
     * Returns whether a payload begins with a length of more than 64 MB. A block of zstd or bzip2 can be that large with few
     * bytes in the file; then the length is trusted, and the heap must have space for it.
     */
    private static boolean claimsMoreThanFits(byte[] input, int at) {
        long length = 0;
        for (int i = 0; i < 5 && at + i < input.length; i++) {
            length |= (input[at + i] & 0x7fL) << 7 * i;
            if (input[at + i] >= 0) {
                break;
            }
        }
        return length > LARGEST;
    }

    private static void forwards(TableReader reader) throws IOException {
        TableIterator iterator = reader.iterator();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            iterator.value().toByteArray();
        }
    }

    private static void backwards(TableReader reader) throws IOException {
        TableIterator iterator = reader.iterator();
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            iterator.value().toByteArray();
        }
    }

    private static void seeks(TableReader reader) throws IOException {
        reader.get(KEY);
        TableIterator iterator = reader.iterator();
        iterator.seek(KEY);
        iterator.seekForPrev(KEY);
    }

    private static Path temporary() {
        try {
            Path file = Files.createTempFile("narrows-table-fuzz", ".sst");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
