package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DbStateTest {
    private static final DbState FRESH = DbState.fresh("id");

    @Test
    void fresh_hasTheDefaultFamilyAlone() {
        assertThat(FRESH.families()).containsOnlyKeys(0);
        assertThat(FRESH.nextFile()).isEqualTo(2);
        assertThat(FRESH.manifestNumber()).isEqualTo(1);
    }

    @Test
    void family_comesAndGoes_andItsIdIsKnownForEver() throws IOException {
        DbState with = FRESH.apply(List.of(add(3, "third")));
        DbState without = with.apply(List.of(new VersionEdit().family(3).dropFamily()));

        assertThat(with.families().get(3).name()).isEqualTo("third");
        assertThat(with.families().get(3).logNumber()).isEqualTo(8);
        assertThat(without.families()).containsOnlyKeys(0);
        assertThat(without.maxFamily()).isEqualTo(3);
    }

    private static VersionEdit add(int id, String name) {
        return new VersionEdit()
                .family(id)
                .addFamily(name, VersionEdit.BYTEWISE_COMPARATOR)
                .logNumber(8);
    }

    @Test
    void familyThatIsThere_isNotAdded() throws IOException {
        DbState with = FRESH.apply(List.of(add(3, "third")));

        assertThatThrownBy(() -> with.apply(List.of(add(3, "other"))))
                .hasMessage("family other, id 3 is added, but already exists");
        assertThatThrownBy(() -> with.apply(List.of(add(4, "third"))))
                .hasMessage("family third, id 4 is added, but already exists");
    }

    @Test
    void defaultFamily_isNotDropped() {
        assertThatThrownBy(() -> FRESH.apply(List.of(new VersionEdit().dropFamily())))
                .hasMessage("family default cannot be dropped");
    }

    @Test
    void familyThatIsNotThere_isNotChanged() {
        assertThatThrownBy(() -> FRESH.apply(List.of(new VersionEdit().family(2).logNumber(9))))
                .hasMessage("family with id 2 is changed, but does not exist");
    }

    /** RocksDB would ignore the files, and later delete them. */
    @Test
    void filesInTheEditThatAddsTheirFamily_areRefused() {
        VersionEdit edit = add(3, "third").addFile(0, Keys.file(9, "a", "b", 1, 1));

        assertThatThrownBy(() -> FRESH.apply(List.of(edit)))
                .hasMessage("family third is added by an edit that also changes its files");
    }

    @Test
    void numbers_neverGoBack() throws IOException {
        VersionEdit higher = new VersionEdit()
                .nextFile(30)
                .lastSequence(40)
                .minLogToKeep(5)
                .logNumber(6)
                .maxFamily(7);
        VersionEdit lower = new VersionEdit()
                .nextFile(3)
                .lastSequence(4)
                .minLogToKeep(1)
                .logNumber(1)
                .maxFamily(1);

        DbState state = FRESH.apply(List.of(higher, lower));

        assertThat(state.nextFile()).isEqualTo(30);
        assertThat(state.lastSequence()).isEqualTo(40);
        assertThat(state.minLogToKeep()).isEqualTo(5);
        assertThat(state.maxFamily()).isEqualTo(7);
        assertThat(state.families().get(0).logNumber()).isEqualTo(6);
    }

    @Test
    void nextEpoch_isAboveThoseOfAllFilesEver() throws IOException {
        DbState with = FRESH.apply(List.of(new VersionEdit().lastSequence(9).addFile(0, Keys.file(9, "a", "b", 1, 4))));
        DbState without = with.apply(List.of(new VersionEdit().deleteFile(0, 9)));

        assertThat(with.families().get(0).nextEpoch()).isEqualTo(5);
        assertThat(without.families().get(0).nextEpoch()).isEqualTo(5);
    }

    @Test
    void groupIsCheckedAsAWhole() throws IOException {
        FileMetadata wide = Keys.file(9, "a", "z", 1, 1);
        DbState state = FRESH.apply(List.of(new VersionEdit().lastSequence(9).addFile(1, wide)));
        VersionEdit addition = new VersionEdit().addFile(1, Keys.file(10, "b", "c", 1, 1));

        assertThatThrownBy(() -> state.apply(List.of(addition)))
                .isInstanceOf(InconsistentVersionException.class)
                .hasMessageStartingWith("family default: level 1: file 10: ");
        assertThat(state.apply(List.of(addition, new VersionEdit().deleteFile(1, 9)))
                        .families()
                        .get(0)
                        .version()
                        .level(1))
                .extracting(FileMetadata::number)
                .containsExactly(10L);
    }

    @Test
    void change_thatDoesNotFit_namesTheFamily() {
        assertThatThrownBy(() -> FRESH.apply(List.of(new VersionEdit().deleteFile(1, 9))))
                .hasMessage("family default: level 1: file 9 is deleted, but does not exist");
    }

    @Test
    void trackedLogs_comeAndGo() throws IOException {
        VersionEdit added = new VersionEdit();
        added.addLog(4, OptionalLong.empty());
        added.addLog(5, OptionalLong.of(100));
        VersionEdit deleted = new VersionEdit();
        deleted.deleteLogsBelow(5);

        assertThat(FRESH.apply(List.of(added, deleted)).trackedLogs()).containsOnlyKeys(5L);
    }

    @Test
    void snapshot_makesTheStateOutOfNothing() throws IOException {
        DbState state = FRESH.apply(List.of(
                new VersionEdit().lastSequence(100).nextFile(20).minLogToKeep(8).logNumber(9),
                add(3, "third"),
                new VersionEdit().family(3).addFile(0, Keys.file(9, "a", "b", 1, 2)),
                new VersionEdit().addFile(0, Keys.file(10, "a", "b", 1, 1)).addFile(6, Keys.file(11, "a", "b", 0, 1))));

        DbState made = DbState.fresh("").apply(state.snapshot());

        assertThat(made.snapshot()).usingRecursiveComparison().isEqualTo(state.snapshot());
        assertThat(made.families().get(3).nextEpoch()).isEqualTo(3);
        assertThat(made.dbId()).isEqualTo("id");
    }
}
