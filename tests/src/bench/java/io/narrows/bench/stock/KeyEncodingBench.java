package io.narrows.bench.stock;

import io.narrows.bench.machine.ScratchFolder;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Measures the savings of key encodings on TPC-C's table STOCK, with blocks of YugabyteDB's default size (32 KiB,
 * {@code db_block_size_bytes}; a restart point every 16 entries) and no filter. Measures sizes only, so a busy machine does
 * not matter. Prints them next to the figures that YugabyteDB published: 1.12 GB and 775 MB without compression, 595 and 508
 * MB with Snappy, 401 and 348 MB with zlib.
 */
@Command(
        name = "key-encodings",
        mixinStandardHelpOptions = true,
        description = "Measures how much the encoding of keys saves on the table STOCK of TPC-C.")
public final class KeyEncodingBench implements Benchmark {
    private static final int BLOCK_SIZE = 32 << 10;
    private static final long SEED = 1;

    private record Row(String name, Codec codec, String published) {}

    private static final List<Row> ROWS = List.of(
            new Row("none", Codec.NONE, "-31 %"),
            new Row("snappy", Codec.SNAPPY, "-15 %"),
            new Row("zlib", Codec.GZIP, "-13 %"),
            new Row("lz4", Codec.LZ4, ""),
            new Row("zstd", Codec.ZSTD, ""));

    @Parameters(
            defaultValue = "10",
            paramLabel = "WAREHOUSES",
            description = "Warehouses, of 100,000 rows or at most 93 MB each. Default: ${DEFAULT-VALUE}.")
    private int warehouses;

    private final Codecs codecs = Codecs.load();
    private Path directory;

    @Override
    public Integer call() throws IOException {
        try (ScratchFolder scratch = ScratchFolder.temporary("key-encodings")) {
            directory = scratch.path();
            print("TPC-C's letters, as loaded", false, StockStrings.TPCC);
            print("TPC-C's letters, compacted", true, StockStrings.TPCC);
            print("the letters of YugabyteDB's loader, as loaded", false, StockStrings.YUGABYTE);
            print("the letters of YugabyteDB's loader, compacted", true, StockStrings.YUGABYTE);
        }
        return 0;
    }

    private void print(String what, boolean compacted, byte[] letters) throws IOException {
        System.out.printf(Locale.ROOT, "%nwarehouses: %,d; %s%n%n", warehouses, what);
        System.out.println("| codec | shared_prefix, bytes | three_shared_parts, bytes | gain | YugabyteDB's |");
        System.out.println("| --- | ---: | ---: | ---: | ---: |");
        for (Row row : ROWS) {
            long shared = size(new StockTable(warehouses, compacted, letters, SEED), row, KeyEncoding.SHARED_PREFIX);
            long parts =
                    size(new StockTable(warehouses, compacted, letters, SEED), row, KeyEncoding.THREE_SHARED_PARTS);
            double gain = 100.0 * (parts - shared) / shared;
            System.out.printf(
                    Locale.ROOT, "| %s | %,d | %,d | %.1f %% | %s |%n", row.name, shared, parts, gain, row.published);
        }
    }

    private long size(StockTable table, Row row, KeyEncoding encoding) throws IOException {
        Path file = directory.resolve("stock.sst");
        TableOptions options = TableOptions.DEFAULT
                .withFormatVersion(7)
                .withCompression(CodecSpec.of(row.codec))
                .withBlockSize(BLOCK_SIZE)
                .withRestartInterval(16)
                .withBloomBitsPerKey(0)
                .withKeyEncoding(encoding);
        try (TableWriter writer = TableWriter.create(file, options, codecs)) {
            while (table.next()) {
                writer.add(
                        table.key(),
                        0,
                        table.keyLength(),
                        table.sequence(),
                        EntryType.PUT,
                        table.value(),
                        0,
                        table.valueLength());
            }
            writer.finish();
        }
        long size = Files.size(file);
        Files.delete(file);
        return size;
    }
}
