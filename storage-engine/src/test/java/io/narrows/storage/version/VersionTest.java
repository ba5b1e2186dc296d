package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import java.util.List;
import org.junit.jupiter.api.Test;

class VersionTest {
    private static final FileMetadata AC = Keys.file(1, "a", "c", 9, 1);
    private static final FileMetadata EG = Keys.file(2, "e", "g", 9, 1);
    private static final FileMetadata IK = Keys.file(3, "i", "k", 9, 1);

    @Test
    void levelZero_hasTheNewestFirst() throws InconsistentVersionException {
        Version version = level(
                0,
                Keys.file(5, "a", "c", 20, 2),
                Keys.file(4, "a", "c", 10, 3),
                Keys.file(6, "a", "c", 30, 1),
                Keys.file(7, "x", "z", 31, 1));

        assertThat(version.level(0)).extracting(FileMetadata::number).containsExactly(4L, 5L, 7L, 6L);
    }

    @Test
    void deeperLevel_isSortedByKeys() throws InconsistentVersionException {
        assertThat(level(2, IK, AC, EG).level(2)).containsExactly(AC, EG, IK);
        assertThat(level(2, IK, AC, EG).bytes(2)).isEqualTo(3000);
    }

    @Test
    void overlapping_hasBothEndsOfTheRange() throws InconsistentVersionException {
        Version version = level(1, AC, EG, IK);

        assertThat(version.overlapping(1, Slice.of("c"), Slice.of("e"))).containsExactly(AC, EG);
        assertThat(version.overlapping(1, Slice.of("d"), Slice.of("d"))).isEmpty();
        assertThat(version.overlapping(1, null, Slice.of("h"))).containsExactly(AC, EG);
        assertThat(version.overlapping(1, Slice.of("h"), null)).containsExactly(IK);
        assertThat(version.overlapping(1, Slice.of("z"), null)).isEmpty();
        assertThat(version.overlapping(1, null, null)).containsExactly(AC, EG, IK);
    }

    @Test
    void overlapping_inLevelZero_looksAtEachFile() throws InconsistentVersionException {
        FileMetadata wide = Keys.file(4, "a", "z", 5, 2);

        assertThat(level(0, AC, wide, IK).overlapping(0, Slice.of("f"), Slice.of("g")))
                .containsExactly(wide);
    }

    @Test
    void find_givesTheFileThatMayHoldTheKey() throws InconsistentVersionException {
        Version version = level(1, AC, EG, IK);

        assertThat(version.find(1, Slice.of("a"))).isEqualTo(AC);
        assertThat(version.find(1, Slice.of("g"))).isEqualTo(EG);
        assertThat(version.find(1, Slice.of("h"))).isNull();
        assertThat(version.find(1, Slice.of("A"))).isNull();
        assertThat(version.find(1, Slice.of("l"))).isNull();
        assertThatThrownBy(() -> version.find(0, Slice.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }

    /** A range tombstone was split where the next file begins. */
    @Test
    void find_passesTheFileThatEndsBeforeTheKey() throws InconsistentVersionException {
        FileMetadata before = FileMetadata.of(4, 10, Keys.put("a", 9), Keys.endOfRange("e"), 9, 9, 1);

        assertThat(level(1, before, EG).find(1, Slice.of("e"))).isEqualTo(EG);
        assertThat(level(1, before, EG).overlapping(1, Slice.of("e"), null)).containsExactly(EG);
    }

    /** RocksDB may split between two versions of a key. */
    @Test
    void versionsOfAKeyInTwoFiles_areFoundOneAfterTheOther() throws InconsistentVersionException {
        FileMetadata newer = FileMetadata.of(4, 10, Keys.put("a", 9), Keys.put("e", 9), 9, 9, 1);
        FileMetadata older = FileMetadata.of(5, 10, Keys.put("e", 8), Keys.put("f", 9), 8, 9, 1);
        Version version = level(1, older, newer, IK);

        assertThat(version.find(1, Slice.of("e"))).isEqualTo(newer);
        assertThat(version.next(1, newer, Slice.of("e"))).isEqualTo(older);
        assertThat(version.next(1, older, Slice.of("e"))).isNull();
        assertThat(version.next(1, newer, Slice.of("b"))).isNull();
        assertThat(version.next(1, IK, Slice.of("k"))).isNull();
    }

    @Test
    void move_isADeletionAndAnAdditionInOneEdit() throws InconsistentVersionException {
        Version moved = level(1, AC).apply(new VersionEdit().addFile(6, AC).deleteFile(1, AC.number()));

        assertThat(moved.level(1)).isEmpty();
        assertThat(moved.level(6)).containsExactly(AC);
    }

    @Test
    void fileThatIsThere_isNotAdded() throws InconsistentVersionException {
        Version version = level(1, AC);

        assertThatThrownBy(() -> version.apply(new VersionEdit().addFile(2, AC)))
                .isInstanceOf(InconsistentVersionException.class)
                .hasMessage("level 2: file 1 is added, but is on level 1");
    }

    @Test
    void fileOnAnotherLevel_isNotDeleted() throws InconsistentVersionException {
        Version version = level(1, AC);

        assertThatThrownBy(() -> version.apply(new VersionEdit().deleteFile(2, 1)))
                .isInstanceOf(InconsistentVersionException.class)
                .hasMessage("level 2: file 1 is deleted, but does not exist");
    }

    @Test
    void levelThatIsTooDeep_isRefused() {
        assertThatThrownBy(() -> level(7, AC))
                .isInstanceOf(InconsistentVersionException.class)
                .hasMessage("level 7: file 1 (expected: levels 0-6)");
    }

    @Test
    void version_staysAsItIs() throws InconsistentVersionException {
        Version version = level(1, AC);

        version.apply(new VersionEdit().deleteFile(1, 1).addFile(1, EG));

        assertThat(version.level(1)).isEqualTo(List.of(AC));
    }

    static Version level(int level, FileMetadata... files) throws InconsistentVersionException {
        VersionEdit edit = new VersionEdit();
        for (FileMetadata file : files) {
            edit.addFile(level, file);
        }
        return Version.EMPTY.apply(edit);
    }
}
