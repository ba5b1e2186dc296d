package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionCheckTest {
    @TempDir
    Path folder;

    @Test
    void filesThatOverlap_inADeeperLevel_areRefused() throws IOException {
        Version version = VersionTest.level(1, Keys.file(1, "a", "f", 5, 1), Keys.file(2, "e", "g", 6, 1));

        assertThatThrownBy(() -> VersionCheck.check("default", version, 9))
                .isInstanceOf(InconsistentVersionException.class)
                .hasMessageStartingWith("family default: level 1: file 2: its smallest key ")
                .hasMessageEndingWith(", the largest of file 1");
    }

    @Test
    void filesThatTouchAtARangeTombstonesEnd_areAccepted() throws IOException {
        FileMetadata before = FileMetadata.of(1, 10, Keys.put("a", 9), Keys.endOfRange("e"), 9, 9, 1);
        Version version = VersionTest.level(1, before, Keys.file(2, "e", "g", 6, 1));

        assertThatCode(() -> VersionCheck.check("default", version, 9)).doesNotThrowAnyException();
    }

    @Test
    void filesOfOneEpochThatOverlap_inLevelZero_areRefused() throws IOException {
        Version version = VersionTest.level(0, Keys.file(1, "a", "f", 5, 3), Keys.file(2, "f", "g", 6, 3));

        assertThatThrownBy(() -> VersionCheck.check("default", version, 9))
                .hasMessage("family default: level 0: file 2: it overlaps file 1, which has the same epoch 3");
    }

    @Test
    void filesOfOneEpochThatAreDisjoint_areAccepted() throws IOException {
        Version version = VersionTest.level(0, Keys.file(1, "a", "e", 5, 3), Keys.file(2, "f", "g", 6, 3));

        assertThatCode(() -> VersionCheck.check("default", version, 9)).doesNotThrowAnyException();
    }

    @Test
    void sequenceAboveTheLast_isRefused() throws IOException {
        Version version = VersionTest.level(0, Keys.file(1, "a", "f", 10, 1));

        assertThatThrownBy(() -> VersionCheck.check("second", version, 9))
                .hasMessage(
                        "family second: level 0: file 1: its largest sequence number 10 exceeds the database's last one,"
                                + " 9");
    }

    @Test
    void keysInTheWrongOrder_areRefused() throws IOException {
        Version version = VersionTest.level(3, Keys.file(1, "f", "a", 5, 1));

        assertThatThrownBy(() -> VersionCheck.check("default", version, 9))
                .hasMessageStartingWith("family default: level 3: file 1: its smallest key ");
    }

    @Test
    void sequencesInTheWrongOrder_areRefused() throws IOException {
        FileMetadata file = FileMetadata.of(1, 10, Keys.put("a", 5), Keys.put("b", 5), 5, 4, 1);
        Version version = VersionTest.level(3, file);

        assertThatThrownBy(() -> VersionCheck.check("default", version, 9))
                .hasMessage("family default: level 3: file 1: its smallest sequence number 5 is above its largest 4");
    }

    @Test
    void missingFile_isRefused() throws IOException {
        DbState state = stateWithFile();

        assertThatThrownBy(() -> VersionCheck.checkFiles(folder, state))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessage(folder.resolve("000012.sst")
                        + ": offset 0: the file is missing (expected: family default: level 1: file 12)");
    }

    @Test
    void fileOfAnotherSize_isRefused() throws IOException {
        DbState state = stateWithFile();
        Files.write(folder.resolve("000012.sst"), new byte[999]);

        assertThatThrownBy(() -> VersionCheck.checkFiles(folder, state))
                .hasMessage(folder.resolve("000012.sst") + ": offset 999: the file has 999 bytes (expected: 1000,"
                        + " family default: level 1: file 12)");
    }

    @Test
    void filesAsTheyMustBe_areAccepted() throws IOException {
        DbState state = stateWithFile();
        Files.write(folder.resolve("000012.ldb"), new byte[1000]);

        assertThatCode(() -> VersionCheck.checkFiles(folder, state)).doesNotThrowAnyException();
    }

    private static DbState stateWithFile() throws IOException {
        VersionEdit edit = new VersionEdit().lastSequence(5).addFile(1, Keys.file(12, "a", "b", 5, 1));
        return DbState.fresh("").apply(List.of(edit));
    }
}
