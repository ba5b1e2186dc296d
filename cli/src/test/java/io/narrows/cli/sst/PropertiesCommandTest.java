package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.TableOptions;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PropertiesCommandTest {
    @TempDir
    Path folder;

    private final Verbs verbs = new Verbs();

    @Test
    void table_hasFormatAndEveryProperty() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 1_000);

        assertThat(verbs.run("properties", file)).isZero();

        assertThat(verbs.out().get(0)).isEqualTo(file.toString());
        assertThat(verbs.out())
                .anyMatch(line -> line.matches("format version +5"))
                .anyMatch(line -> line.matches("rocksdb\\.num\\.entries +1000"))
                .anyMatch(line -> line.matches("rocksdb\\.comparator +leveldb\\.BytewiseComparator"));
    }

    @Test
    void json_hasNumbersAsNumbers() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT.withIngestion(true), 1_000);

        assertThat(verbs.run("properties", "--output", "json", file)).isZero();

        Map<String, Object> line = verbs.json().get(0);
        assertThat(line)
                .containsEntry("file", file.toString())
                .containsEntry("format_version", 5)
                .containsEntry("checksum", "crc32c");
        @SuppressWarnings("unchecked")
        Map<String, Object> properties = (Map<String, Object>) line.get("properties");
        assertThat(properties)
                .containsEntry("rocksdb.num.entries", 1_000)
                .containsEntry("rocksdb.comparator", "leveldb.BytewiseComparator")
                .containsEntry("rocksdb.block.based.table.index.type", 0)
                .containsEntry("rocksdb.block.based.table.whole.key.filtering", "1")
                .containsEntry("rocksdb.external_sst_file.version", 2)
                .containsEntry("rocksdb.external_sst_file.global_seqno", 0);
    }
}
