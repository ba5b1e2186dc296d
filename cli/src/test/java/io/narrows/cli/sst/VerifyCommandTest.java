package io.narrows.cli.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.checksum.ChecksumType;
import io.narrows.storage.sst.compress.CompressionType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    @TempDir
    Path folder;

    private final Verbs verbs = new Verbs();

    @Test
    void rightFile_isOkWithWhatItHolds() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT.withFormatVersion(7), 1_000);

        assertThat(verbs.run("verify", file)).isZero();

        assertThat(verbs.out())
                .singleElement()
                .asString()
                .matches(file + ": ok, 1,000 entries in [0-9]+ data blocks, " + "%,d".formatted(Files.size(file))
                        + " bytes, format version 7, crc32c");
    }

    @Test
    void damagedBlocks_areAllNamed() throws Exception {
        Path file = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 1_000);
        Tables.damage(file, 10);
        Tables.damage(file, 20_000);

        assertThat(verbs.run("verify", file)).isEqualTo(1);

        assertThat(verbs.out())
                .hasSize(2)
                .allMatch(line -> line.startsWith(file + ": offset ") && line.contains(": data block: "));
        assertThat(verbs.out().get(0)).startsWith(file + ": offset 0: ");
    }

    @Test
    void severalFiles_areAllCheckedAndOneBadOneCounts() throws Exception {
        Path first = Tables.damage(Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 100), 10);
        Path second = Tables.rows(folder.resolve("b.sst"), TableOptions.DEFAULT, 100);
        Path missing = folder.resolve("missing");

        assertThat(verbs.run("verify", folder, missing)).isEqualTo(1);

        assertThat(verbs.out()).hasSize(3);
        assertThat(verbs.out().get(0)).startsWith(first + ": offset 0: data block: ");
        assertThat(verbs.out().get(1)).startsWith(second + ": ok, ");
        assertThat(verbs.out().get(2)).isEqualTo(missing + ": no such file");
    }

    @Test
    void json_hasPlaceAndKind() throws Exception {
        Path good = Tables.rows(folder.resolve("a.sst"), TableOptions.DEFAULT, 100);
        Path bad = Tables.damage(Tables.rows(folder.resolve("b.sst"), TableOptions.DEFAULT, 100), 10);

        assertThat(verbs.run("verify", "--output", "json", good, bad)).isEqualTo(1);

        Map<String, Object> right = verbs.json().get(0);
        assertThat(right)
                .containsEntry("file", good.toString())
                .containsEntry("ok", true)
                .containsEntry("entries", 100)
                .containsEntry("checksum", "crc32c")
                .containsEntry("format_version", 5)
                .containsEntry("bytes", (int) Files.size(good))
                .containsEntry("troubles", List.of());
        Map<String, Object> wrong = verbs.json().get(1);
        assertThat(wrong).containsEntry("file", bad.toString()).containsEntry("ok", false);
        assertThat((List<?>) wrong.get("troubles"))
                .singleElement()
                .satisfies(trouble -> assertThat((Map<?, ?>) trouble)
                        .extracting("offset", "kind")
                        .containsExactly(0, "data block"));
    }

    @Test
    void blockOfATypeThatIsNotRead_isNamedWithIt() throws Exception {
        TableOptions unchecked = TableOptions.DEFAULT.withChecksum(ChecksumType.NONE);
        Path file = Tables.rows(folder.resolve("a.sst"), unchecked, 100);
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) Tables.firstBlock(file).storedSize()] = (byte) CompressionType.XPRESS.id();
        Files.write(file, bytes);

        assertThat(verbs.run("verify", file)).isEqualTo(1);

        assertThat(verbs.out()).singleElement().asString().startsWith(file + ": offset 0: data block: xpress ");
    }

    @Test
    void emptyFile_isNamed() throws Exception {
        Path empty = Files.createFile(folder.resolve("empty.sst"));

        assertThat(verbs.run("verify", empty)).isEqualTo(1);

        assertThat(verbs.out()).singleElement().asString().startsWith(empty + ": offset 0: footer: ");
    }
}
