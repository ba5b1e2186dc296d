package io.narrows.cli.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.FamilyOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanCommandTest {
    @TempDir
    Path folder;

    private final Tools tools = new Tools();

    @Test
    void scan_printsBytesAsTheyAre() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> {
            Tools.put(it, "b", "");
            Tools.put(it, "a", "one");
            Tools.put(it, "\0\u00ff", "x\0y");
        });

        assertThat(tools.run("scan", db)).isZero();

        assertThat(tools.raw()).isEqualTo("\0\u00ff : x\0y\na : one\nb : \n");
    }

    @Test
    void scan_hex_isInCapitalsForTypingToo() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> {
            Tools.put(it, "a", "1");
            Tools.put(it, "b\u00ff", "\n");
            Tools.put(it, "c", "3");
        });

        assertThat(tools.run("scan", "--hex", "--from", "0x62", "--to", "0x63", db))
                .isZero();

        assertThat(tools.raw()).isEqualTo("0x62FF : 0x0A\n");
    }

    @Test
    void scan_range_beginsAtFromAndEndsBeforeToOrWithTheMostKeys() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> Tools.rows(it, 100));

        tools.run("scan", "--no-value", "--from", "row0097", db);
        tools.run("scan", "--no-value", "--from", "row0005", "--to", "row0007", db);
        tools.run("scan", "--no-value", "--max-keys", "1", db);
        tools.run("scan", "--no-value", "--max-keys", "0", db);

        assertThat(tools.raw().lines())
                .containsExactly("row0097", "row0098", "row0099", "row0005", "row0006", "row0000");
    }

    @Test
    void scan_family_isThatOne() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> {
            ColumnFamily second = it.createFamily("second", FamilyOptions.DEFAULT);
            Tools.put(it, "k", "of default");
            Tools.put(it, second, "k", "of second");
        });

        assertThat(tools.run("scan", "--family", "second", db)).isZero();
        assertThat(tools.run("scan", "--family", "third", db)).isEqualTo(1);

        assertThat(tools.raw()).isEqualTo("k : of second\n");
        assertThat(tools.err())
                .isEqualTo("narrows: " + db + ": no column family 'third' (expected: default, second)\n");
    }

    @Test
    void scan_changesNothing() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> Tools.rows(it, 10));
        String before = listing(db);

        tools.run("scan", db);

        assertThat(tools.raw().lines()).hasSize(10);
        assertThat(listing(db)).isEqualTo(before);
    }

    @Test
    void scan_noDatabase_isNamed() throws Exception {
        Path missing = folder.resolve("missing");
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(tools.run("scan", missing)).isEqualTo(1);
        assertThat(tools.run("scan", empty)).isEqualTo(1);

        assertThat(tools.err().lines())
                .containsExactly(
                        "narrows: " + missing + ": no such directory",
                        "narrows: " + empty + ": not a database: it has no CURRENT file");
    }

    @Test
    void scan_damagedFile_isNamedWithItsOffset() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> {
            Tools.rows(it, 1_000);
            it.flush();
        });
        Path table = tables(db).findFirst().orElseThrow();
        byte[] bytes = Files.readAllBytes(table);
        bytes[10] ^= 1;
        Files.write(table, bytes);

        assertThat(tools.run("scan", db)).isEqualTo(1);

        assertThat(tools.err()).startsWith("narrows: " + table + ": offset 0: data block: checksum ");
    }

    @Test
    void scan_missingFile_isNamed() throws Exception {
        Path db = Tools.database(folder.resolve("db"), it -> {
            Tools.rows(it, 10);
            it.flush();
        });
        Path table = tables(db).findFirst().orElseThrow();
        Files.delete(table);

        assertThat(tools.run("scan", db)).isEqualTo(1);

        assertThat(tools.err()).startsWith("narrows: ").contains(table.toString());
    }

    @Test
    void scan_wrongOption_saysWhatIsExpected() {
        assertThat(tools.run("scan", "--hex", "--from", "61", folder)).isEqualTo(2);
        assertThat(tools.run("scan", "--hex", "--to", "0x6", folder)).isEqualTo(2);
        assertThat(tools.run("scan", "--max-keys", "-1", folder)).isEqualTo(2);

        assertThat(tools.err())
                .contains("--from: '61' is not hexadecimal (expected: two digits per byte, such as 0x7573657200)")
                .contains("--to: '0x6' is not hexadecimal")
                .contains("--max-keys -1 (expected: 0 or more)");
    }

    private static Stream<Path> tables(Path db) throws Exception {
        return Files.list(db).filter(file -> file.toString().endsWith(".sst"));
    }

    private static String listing(Path db) throws Exception {
        try (Stream<Path> files = Files.list(db)) {
            return files.sorted()
                    .map(file -> file + " " + file.toFile().length() + " "
                            + file.toFile().lastModified())
                    .toList()
                    .toString();
        }
    }
}
