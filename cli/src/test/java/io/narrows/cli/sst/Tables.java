package io.narrows.cli.sst;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.sst.BlockSummary;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableReader;
import io.narrows.storage.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Sample SST files. */
final class Tables {
    static final Codecs CODECS = Codecs.load();

    private Tables() {}

    /** The content to write into a file. */
    @FunctionalInterface
    interface Content {
        void write(TableWriter table) throws IOException;
    }

    static Path write(Path file, TableOptions options, Content content) throws IOException {
        try (TableWriter table = TableWriter.create(file, options, CODECS)) {
            content.write(table);
            table.finish();
        }
        return file;
    }

    /** Writes keys user00000, user00001… with sequence number 0 and values that compress to about half. */
    static Path rows(Path file, TableOptions options, int rows) throws IOException {
        return write(file, options, table -> {
            for (int row = 0; row < rows; row++) {
                table.put(key(row), value(row));
            }
        });
    }

    static Slice key(int row) {
        return Slice.of("user%05d".formatted(row));
    }

    static Slice value(int row) {
        byte[] value = noise(row).toByteArray();
        Arrays.fill(value, value.length / 2, value.length, (byte) 'v');
        return Slice.of(value);
    }

    /** Returns an incompressible value. */
    static Slice noise(int row) {
        byte[] value = new byte[100];
        new Random(row).nextBytes(value);
        return Slice.of(value);
    }

    static void put(TableWriter table, String key, long sequence, EntryType type, String value) throws IOException {
        Slice k = Slice.of(key);
        Slice v = Slice.of(value);
        table.add(k.array(), k.offset(), k.length(), sequence, type, v.array(), v.offset(), v.length());
    }

    static BlockSummary firstBlock(Path file) throws IOException {
        try (TableReader table = TableReader.open(file, CODECS, BlockCache.ofBytes(0))) {
            return table.dataBlocks().get(0);
        }
    }

    /** Flips a bit of a file. */
    static Path damage(Path file, int offset) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] ^= 1;
        return Files.write(file, bytes);
    }
}
