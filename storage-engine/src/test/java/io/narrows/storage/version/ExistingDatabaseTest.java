package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new database does not replace one that lacks its CURRENT. */
class ExistingDatabaseTest {
    @TempDir
    Path folder;

    @Test
    void emptyOrMissingDirectory_hasNone() throws IOException {
        assertThat(DbState.exists(folder)).isFalse();
        assertThat(DbState.exists(folder.resolve("missing"))).isFalse();
    }

    @Test
    void directoryWithCurrent_hasOne() throws IOException {
        Manifest.create(folder, 1, DbState.fresh("id").snapshot()).close();

        assertThat(DbState.exists(folder)).isTrue();
    }

    @Test
    void otherFiles_areNoDatabase() throws IOException {
        Files.createFile(folder.resolve("LOCK"));
        Files.createFile(folder.resolve("notes.txt"));

        assertThat(DbState.exists(folder)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"000007.sst", "000007.ldb", "000007.log", "000007.blob"})
    void dataWithoutCurrent_isRefused(String name) throws IOException {
        Files.writeString(folder.resolve(name), "something");

        assertThatThrownBy(() -> DbState.exists(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessageStartingWith(
                        folder.resolve("CURRENT") + ": offset 0: the file is missing, but " + name + " exists");
    }

    @Test
    void manifestThatTellsOfFiles_withoutCurrent_isRefused() throws IOException {
        DbState state = DbState.fresh("id")
                .apply(List.of(new VersionEdit().lastSequence(5).addFile(0, Keys.file(7, "a", "b", 5, 1))));
        Manifest.create(folder, 1, state.snapshot()).close();
        Files.delete(FileNames.current(folder));

        assertThatThrownBy(() -> DbState.exists(folder)).hasMessageContaining("but MANIFEST-000001 exists");
    }

    @Test
    void manifestThatIsDamagedWithinRecords_withoutCurrent_isRefused() throws IOException {
        VersionEdit second = new VersionEdit().family(1).addFamily("second", VersionEdit.BYTEWISE_COMPARATOR);
        Manifest.create(folder, 1, DbState.fresh("id").apply(List.of(second)).snapshot())
                .close();
        byte[] bytes = Files.readAllBytes(FileNames.manifest(folder, 1));
        bytes[10] ^= 1;
        Files.write(FileNames.manifest(folder, 1), bytes);
        Files.delete(FileNames.current(folder));

        assertThatThrownBy(() -> DbState.exists(folder)).hasMessageContaining("but MANIFEST-000001 exists");
    }

    /** A power loss can turn the first MANIFEST of a new database into this. */
    @Test
    void manifestOfJunk_withoutCurrent_isNotADatabase() throws IOException {
        byte[] junk = new byte[64];
        Arrays.fill(junk, (byte) 0xee);
        Files.write(FileNames.manifest(folder, 1), junk);

        assertThat(DbState.exists(folder)).isFalse();
    }

    /** Creation makes the first log before CURRENT. */
    @Test
    void emptyLog_withoutCurrent_isNotADatabase() throws IOException {
        Files.createFile(FileNames.log(folder, 2));

        assertThat(DbState.exists(folder)).isFalse();
    }

    /** The state if the process dies between writing the first MANIFEST and CURRENT. */
    @Test
    void manifestOfAnUnfinishedCreation_isNotADatabase() throws IOException {
        Manifest.create(folder, 1, DbState.fresh("id").snapshot()).close();
        Files.delete(FileNames.current(folder));

        assertThat(DbState.exists(folder)).isFalse();
        assertThat(FileNames.highestNumber(folder)).isEqualTo(1);
    }
}
