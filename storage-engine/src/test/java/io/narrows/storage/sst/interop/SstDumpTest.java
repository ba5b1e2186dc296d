package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.EntryType;
import io.narrows.storage.RangeTombstone;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import io.narrows.storage.sst.rows.VersionedRow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An {@code sst_dump} from before formats 6 and 7 verifies and scans our files of format 5. */
@Tag("long")
class SstDumpTest {
    private static final List<Row> ROWS = Rows.some(400);

    private static final EntryType[] TYPES = {EntryType.PUT, EntryType.DELETE, EntryType.MERGE, EntryType.SINGLE_DELETE
    };

    @TempDir
    Path folder;

    static List<OurTable> tables() {
        return OurTable.ofFormat5();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void tableOfOurs_verifiesAndScans(OurTable table) throws IOException, InterruptedException {
        Path file = folder.resolve("ours.sst");
        table.write(file, ROWS);

        assertThat(SstDump.run("verify", file)).contains("The file is ok");
        assertThat(SstDump.scan(file))
                .isEqualTo(ROWS.stream()
                        .map(row -> new VersionedRow(row.key(), 0, EntryType.PUT, row.value()))
                        .toList());
    }

    static List<OurTable> deleting() {
        return tables().stream().filter(table -> !table.deleted().isEmpty()).toList();
    }

    @ParameterizedTest
    @MethodSource("deleting")
    void deletedRanges_areDumped(OurTable table) throws IOException, InterruptedException {
        Path file = folder.resolve("ours.sst");
        table.write(file, ROWS);

        SstDump.run("raw", file);

        String dump = Files.readString(folder.resolve("ours_dump.txt"), StandardCharsets.ISO_8859_1);
        for (RangeTombstone range : table.deleted()) {
            assertThat(dump).containsIgnoringCase("HEX    " + range.begin() + ": " + range.end());
        }
    }

    /**
     * Writes many versions of each of two hundred keys, so that the versions of one key span several blocks.
     */
    @Test
    void versionsAndDeletes_areScanned() throws IOException, InterruptedException {
        List<VersionedRow> rows = versions();
        Path file = folder.resolve("ours.sst");
        TableOptions options = TableOptions.DEFAULT.withBlockSize(256);
        try (TableWriter writer = TableWriter.create(file, options, OurTable.CODECS)) {
            for (VersionedRow row : rows) {
                add(writer, row);
            }
            writer.finish();
        }

        assertThat(SstDump.run("verify", file)).contains("The file is ok");
        assertThat(SstDump.scan(file)).isEqualTo(rows);
    }

    private static List<VersionedRow> versions() {
        List<VersionedRow> rows = new ArrayList<>();
        for (int key = 0; key < 200; key++) {
            for (int sequence = 1_000 + key % 20; sequence > 1_000; sequence--) {
                EntryType type = TYPES[sequence % TYPES.length];
                boolean delete = type == EntryType.DELETE || type == EntryType.SINGLE_DELETE;
                Slice value = delete ? Slice.EMPTY : Slice.of("value %d of %d".formatted(sequence, key));
                rows.add(new VersionedRow(Slice.of("key-%03d".formatted(key)), sequence, type, value));
            }
        }
        return rows;
    }

    private static void add(TableWriter writer, VersionedRow row) throws IOException {
        Slice key = row.key();
        Slice value = row.value();
        writer.add(
                key.array(),
                key.offset(),
                key.length(),
                row.sequence(),
                row.type(),
                value.array(),
                value.offset(),
                value.length());
    }
}
