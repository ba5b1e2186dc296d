package io.narrows.storage.sst.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import io.narrows.storage.sst.rows.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileReader;
import org.rocksdb.SstFileReaderIterator;

/** RocksDB's SstFileReader reads our files. */
class OurTablesTest {
    private static final List<Row> ROWS = Rows.some(400);

    static {
        RocksDB.loadLibrary();
    }

    @TempDir
    Path folder;

    static List<OurTable> tables() {
        return OurTable.all();
    }

    @ParameterizedTest
    @MethodSource("tables")
    void tableOfOurs_readsEqualInRocksDb(OurTable table) throws IOException, RocksDBException {
        Path file = folder.resolve("ours.sst");
        table.write(file, ROWS);

        try (Options options = new Options();
                SstFileReader reader = new SstFileReader(options);
                ReadOptions reading = new ReadOptions().setVerifyChecksums(true)) {
            reader.open(file.toString());
            reader.verifyChecksum();

            assertThat(reader.getTableProperties().getNumEntries())
                    .isEqualTo(ROWS.size() + table.deleted().size());
            try (SstFileReaderIterator iterator = reader.newIterator(reading)) {
                assertThat(forwards(iterator)).isEqualTo(ROWS);
                assertThat(backwards(iterator)).isEqualTo(ROWS);
                assertSeeks(iterator);
            }
        }
    }

    private static List<Row> forwards(SstFileReaderIterator iterator) throws RocksDBException {
        List<Row> found = new ArrayList<>();
        for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
            found.add(row(iterator));
        }
        iterator.status();
        return found;
    }

    private static List<Row> backwards(SstFileReaderIterator iterator) throws RocksDBException {
        List<Row> found = new ArrayList<>();
        for (iterator.seekToLast(); iterator.isValid(); iterator.prev()) {
            found.add(row(iterator));
        }
        iterator.status();
        Collections.reverse(found);
        return found;
    }

    private static void assertSeeks(SstFileReaderIterator iterator) throws RocksDBException {
        for (int i = 0; i + 1 < ROWS.size(); i++) {
            iterator.seek(ROWS.get(i).key().toByteArray());
            assertThat(row(iterator)).isEqualTo(ROWS.get(i));
            iterator.seek(Rows.absent(i).toByteArray());
            assertThat(row(iterator)).isEqualTo(ROWS.get(i + 1));
            iterator.seekForPrev(Rows.absent(i).toByteArray());
            assertThat(row(iterator)).isEqualTo(ROWS.get(i));
        }
        iterator.status();
    }

    private static Row row(SstFileReaderIterator iterator) {
        return new Row(Slice.of(iterator.key()), Slice.of(iterator.value()));
    }
}
