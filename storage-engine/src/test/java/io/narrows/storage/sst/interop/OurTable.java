package io.narrows.storage.sst.interop;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A variant of our files.
 *
 * @param deleted the ranges that it deletes
 */
record OurTable(String name, TableOptions options, List<RangeTombstone> deleted) {
    static final Codecs CODECS = Codecs.load();

    private static final int[] FORMATS = {5, 7};
    private static final int DICTIONARY = 4 << 10;
    private static final int SAMPLES = 32 << 10;

    /** Returns each codec with each checksum, then each codec with each other option. */
    static List<OurTable> all() {
        List<OurTable> tables = new ArrayList<>();
        for (int format : FORMATS) {
            for (Codec codec : Codec.ofBlocks()) {
                TableOptions options = TableOptions.DEFAULT
                        .withFormatVersion(format)
                        .withBlockSize(1 << 10)
                        .withCompression(CodecSpec.of(codec));
                String name = "format " + format + ", " + codec.label();
                for (ChecksumType checksum : ChecksumType.values()) {
                    tables.add(of(name + ", " + checksum, options.withChecksum(checksum)));
                }
                tables.add(of(name + ", no filter", options.withBloomBitsPerKey(0)));
                tables.add(of(name + ", small filter", options.withBloomBitsPerKey(3)));
                tables.add(of(name + ", restart at each key", options.withRestartInterval(1)));
                tables.add(of(name + ", ingestion", options.withIngestion(true)));
                if (codec == Codec.ZSTD || codec == Codec.GZIP) {
                    tables.add(of(name + ", dictionary", options.withDictionary(DICTIONARY, 0)));
                    tables.add(of(name + ", trained", options.withDictionary(DICTIONARY, SAMPLES)));
                    tables.add(of(
                            name + ", dictionary, ingestion",
                            options.withDictionary(DICTIONARY, 0).withIngestion(true)));
                }
                tables.add(deleting(name + ", deleted ranges", options));
                tables.add(deleting(name + ", deleted ranges, ingestion", options.withIngestion(true)));
            }
        }
        return tables;
    }

    /** Returns the variants that older RocksDB versions can read. */
    static List<OurTable> ofFormat5() {
        return all().stream()
                .filter(table -> table.options.formatVersion() == 5)
                .toList();
    }

    static List<OurTable> forIngestion() {
        return all().stream().filter(table -> table.options.ingestion()).toList();
    }

    private static OurTable of(String name, TableOptions options) {
        return new OurTable(name, options, List.of());
    }

    /** Adds deletions between rows, of one row, and of many. */
    private static OurTable deleting(String name, TableOptions options) {
        return new OurTable(
                name,
                options,
                List.of(
                        new RangeTombstone(Rows.absent(10), Rows.absent(11), 0),
                        new RangeTombstone(Rows.absent(20), Rows.absent(21), 0),
                        new RangeTombstone(Rows.absent(100), Rows.absent(200), 0)));
    }

    void write(Path file, List<Row> rows) throws IOException {
        try (TableWriter writer = TableWriter.create(file, options, CODECS)) {
            for (RangeTombstone range : deleted) {
                writer.deleteRange(range.begin(), range.end(), range.sequence());
            }
            for (Row row : rows) {
                writer.put(row.key(), row.value());
            }
            writer.finish();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
