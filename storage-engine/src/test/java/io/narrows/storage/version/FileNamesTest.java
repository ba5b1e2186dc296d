package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamesTest {
    @TempDir
    Path folder;

    @Test
    void numbersHaveSixDigitsOrMore() {
        assertThat(FileNames.table(folder, 7)).isEqualTo(folder.resolve("000007.sst"));
        assertThat(FileNames.log(folder, 1234567)).isEqualTo(folder.resolve("1234567.log"));
        assertThat(FileNames.manifest(folder, 12)).isEqualTo(folder.resolve("MANIFEST-000012"));
        assertThat(FileNames.temp(folder, 3)).isEqualTo(folder.resolve("000003.dbtmp"));
    }

    @ParameterizedTest
    @CsvSource({
        "CURRENT, CURRENT, 0",
        "IDENTITY, IDENTITY, 0",
        "LOCK, LOCK, 0",
        "MANIFEST-000005, MANIFEST, 5",
        "000012.log, LOG, 12",
        "000012.sst, TABLE, 12",
        "12.ldb, TABLE, 12",
        "000012.blob, BLOB, 12",
        "000012.dbtmp, TEMPORARY, 12",
        "OPTIONS-000012.dbtmp, TEMPORARY, 12",
        "000012.sst.tmp, TEMPORARY, 12",
        "OPTIONS-000012, OPTIONS, 12",
        "9223372036854775807.sst, TABLE, 9223372036854775807"
    })
    void nameOfADatabasesFile_isParsed(String name, FileNames.Kind kind, long number) {
        assertThat(FileNames.parse(name)).contains(new FileNames.Parsed(kind, number));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "LOG",
                "notes.txt",
                "000007.oursst",
                "MANIFEST-",
                "MANIFEST-x",
                ".sst",
                "-1.sst",
                "9223372036854775808.sst",
                "00000000000000000000000001.sst",
                "CURRENT.bak"
            })
    void otherName_isNone(String name) {
        assertThat(FileNames.parse(name)).isEmpty();
    }

    @Test
    void olderNameOfATable_isFound() throws IOException {
        Files.write(folder.resolve("000007.ldb"), new byte[1]);

        assertThat(FileNames.existingTable(folder, 7)).isEqualTo(folder.resolve("000007.ldb"));
        assertThat(FileNames.existingTable(folder, 8)).isEqualTo(folder.resolve("000008.sst"));
    }
}
