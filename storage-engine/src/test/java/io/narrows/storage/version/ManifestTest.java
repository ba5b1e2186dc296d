package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.log.CorruptLogException;
import io.narrows.storage.log.LogWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Appended edits are read back; truncated, damaged or unknown ones are never accepted. */
class ManifestTest {
    private static final DbState FRESH = DbState.fresh("id");

    @TempDir
    Path folder;

    private Path manifest() {
        return FileNames.manifest(folder, 1);
    }

    /** Writes each edit as its own group, and returns the states after each. */
    private List<DbState> write(VersionEdit... edits) throws IOException {
        List<DbState> states = new ArrayList<>(List.of(FRESH));
        try (Manifest manifest = Manifest.create(folder, 1, FRESH.snapshot())) {
            for (VersionEdit edit : edits) {
                manifest.append(List.of(edit));
                states.add(states.get(states.size() - 1).apply(List.of(edit)));
            }
        }
        return states;
    }

    private static VersionEdit flush(long number, long sequence) {
        return new VersionEdit()
                .lastSequence(sequence)
                .nextFile(number + 1)
                .logNumber(number + 1)
                .addFile(0, Keys.file(number, "a", "b", sequence, number));
    }

    private static VersionEdit family(int id, String name) {
        return new VersionEdit()
                .family(id)
                .addFamily(name, VersionEdit.BYTEWISE_COMPARATOR)
                .maxFamily(id);
    }

    @Test
    void appendedEdits_areRead() throws IOException {
        List<DbState> states = write(flush(7, 100), family(1, "second"), flush(9, 200));

        assertSame(DbState.read(folder), states.get(3));
    }

    @Test
    void group_isRead() throws IOException {
        VersionEdit other = new VersionEdit().family(1).addFile(0, Keys.file(8, "a", "b", 50, 1));
        DbState expected = FRESH.apply(List.of(family(1, "second"))).apply(List.of(flush(7, 100), other));

        try (Manifest manifest = Manifest.create(folder, 1, FRESH.snapshot())) {
            manifest.append(List.of(family(1, "second")));
            manifest.append(List.of(flush(7, 100), other));
        }

        assertSame(DbState.read(folder), expected);
    }

    private static void assertSame(DbState read, DbState expected) {
        assertThat(read.snapshot()).usingRecursiveComparison().isEqualTo(expected.snapshot());
        assertThat(read.manifestNumber()).isEqualTo(expected.manifestNumber());
    }

    private static void assertSameFiles(DbState read, DbState expected) {
        Version version = read.families().get(0).version();
        assertThat(version.all()).isEqualTo(expected.families().get(0).version().all());
    }

    @Test
    void nextFile_isAboveAllThatTheDirectoryHas() throws IOException {
        write();
        Files.createFile(FileNames.log(folder, 77));

        assertThat(DbState.read(folder).nextFile()).isEqualTo(78);
    }

    @Test
    void manifestThatIsCutOffAnywhere_isTheStateBefore() throws IOException {
        List<DbState> states = write(flush(7, 100), family(1, "second"), flush(9, 200));
        byte[] whole = Files.readAllBytes(manifest());
        int last = 0;

        for (int length = 0; length < whole.length; length++) {
            Files.write(manifest(), Arrays.copyOf(whole, length));
            try {
                DbState read = DbState.read(folder);
                int index = states.stream().map(ManifestTest::text).toList().indexOf(text(read));
                assertThat(index).as("cut off at %d", length).isBetween(last, 2);
                last = index;
            } catch (CorruptDirectoryException refused) {
                assertThat(refused).hasMessage(manifest() + ": offset 0: no log number (expected: at least one)");
                assertThat(last).isZero();
            }
        }

        assertThat(last).isEqualTo(2);
    }

    private static String text(DbState state) {
        return state.snapshot().stream()
                .map(VersionEdit::encode)
                .map(Arrays::toString)
                .toList()
                .toString();
    }

    @Test
    void cutOffEnd_withAYoungerTable_isRefused() throws IOException {
        write(flush(7, 100), flush(9, 200));
        cutOff(1);
        long end = offsetOfLast();
        Files.createFile(FileNames.table(folder, 7));
        Files.createFile(FileNames.table(folder, 9));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessageStartingWith(manifest() + ": offset " + end + ": a record is truncated by the end of the"
                        + " file, but 000009.sst is newer than every file that the MANIFEST lists");
    }

    @Test
    void cutOffEnd_withoutAYoungerTable_isDropped() throws IOException {
        List<DbState> states = write(flush(7, 100), flush(9, 200));
        cutOff(1);
        Files.createFile(FileNames.table(folder, 7));

        assertSameFiles(DbState.read(folder), states.get(1));
    }

    @Test
    void cutOffEnd_whenAllLogsAreThere_isDropped() throws IOException {
        List<DbState> states = write(new VersionEdit().beginLog(6, 0), flush(7, 100));
        cutOff(1);
        Files.createFile(FileNames.log(folder, 6));
        Files.createFile(FileNames.table(folder, 7));

        assertSameFiles(DbState.read(folder), states.get(1));
    }

    @Test
    void damageAtTheEnd_whenAllLogsAreThere_isDropped() throws IOException {
        List<DbState> states = write(new VersionEdit().beginLog(6, 0), flush(7, 100));
        byte[] bytes = Files.readAllBytes(manifest());
        bytes[bytes.length - 1] ^= 1;
        Files.write(manifest(), bytes);
        Files.createFile(FileNames.log(folder, 6));

        assertSameFiles(DbState.read(folder), states.get(1));
    }

    /** The log was deleted once the MANIFEST listed the table, and that edit is lost. */
    @Test
    void cutOffEnd_whenALogIsMissing_isRefused() throws IOException {
        write(new VersionEdit().beginLog(6, 0), flush(7, 100));
        cutOff(1);
        Files.createFile(FileNames.table(folder, 7));

        assertThatThrownBy(() -> DbState.read(folder)).hasMessageContaining("000007.sst is newer");
    }

    @Test
    void beginningThatIsCutOffBetweenTwoEdits_isRefused() throws IOException {
        DbState state = FRESH.apply(List.of(family(1, "second"), family(2, "third")));
        Manifest.create(folder, 1, state.snapshot()).close();
        long size = offsetOfLast();
        cutOff((int) (Files.size(manifest()) - size));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessage(manifest() + ": offset " + size + ": the file ends after 2 edits (expected: at least 3)");
    }

    /** The state after a crash when the file system had reserved space. */
    @Test
    void zerosAtTheEnd_areNothing() throws IOException {
        List<DbState> states = write(flush(7, 100));
        Files.write(manifest(), Arrays.copyOf(Files.readAllBytes(manifest()), 10_000));
        Files.createFile(FileNames.table(folder, 7));
        Files.createFile(FileNames.table(folder, 9));

        assertSameFiles(DbState.read(folder), states.get(1));
    }

    @Test
    void groupWithoutItsEnd_isDroppedAsAWhole() throws IOException {
        writeRaw(flush(7, 100).remainingInGroup(1));

        assertSameFiles(DbState.read(folder), FRESH);
    }

    @Test
    void groupWithoutItsEnd_withAYoungerTable_isRefused() throws IOException {
        writeRaw(flush(7, 100).remainingInGroup(1));
        Files.createFile(FileNames.table(folder, 7));

        assertThatThrownBy(() -> DbState.read(folder)).isInstanceOf(CorruptDirectoryException.class);
    }

    @Test
    void otherEditWithinAGroup_isRefused() throws IOException {
        long at = writeRaw(flush(7, 100).remainingInGroup(1), flush(9, 200));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessage(manifest() + ": offset " + at
                        + ": an edit without a group within a group (expected: 0 to follow)");
    }

    @Test
    void editThatDoesNotFit_isRefusedWithItsPlace() throws IOException {
        long at = writeRaw(flush(7, 100), new VersionEdit().deleteFile(3, 7));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessage(manifest() + ": offset " + at
                        + ": family default: level 3: file 7 is deleted, but does not exist");
    }

    @Test
    void filesThatOverlap_areRefused() throws IOException {
        writeRaw(new VersionEdit()
                .lastSequence(9)
                .addFile(1, Keys.file(7, "a", "c", 5, 1))
                .addFile(1, Keys.file(8, "b", "d", 5, 1)));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptDirectoryException.class)
                .hasMessageStartingWith(manifest() + ": offset 0: family default: level 1: file 8: ");
    }

    @Test
    void unknownFeature_isRefusedWithItsPlace() throws IOException {
        long at = writeRaw(new VersionEdit().comparator("of another order"));

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(UnsupportedDirectoryException.class)
                .hasMessage(manifest() + ": offset " + at + ": comparator of another order (expected:"
                        + " leveldb.BytewiseComparator) (not supported)");
    }

    @Test
    void damage_isRefusedAtTheEndToo() throws IOException {
        write(flush(7, 100));
        byte[] bytes = Files.readAllBytes(manifest());
        bytes[bytes.length - 1] ^= 1;
        Files.write(manifest(), bytes);

        assertThatThrownBy(() -> DbState.read(folder))
                .isInstanceOf(CorruptLogException.class)
                .hasMessage(manifest() + ": offset " + offsetOfLast()
                        + ": the checksum of a record does not match, and no intact record behind it");
    }

    @Test
    void missingManifest_isRefused() throws IOException {
        CurrentFile.write(folder, 3);

        assertThatThrownBy(() -> DbState.read(folder))
                .hasMessage(FileNames.manifest(folder, 3) + ": offset 0: the file is missing, but CURRENT names it");
    }

    @Test
    void newManifest_takesThePlaceOfTheOldOne() throws IOException {
        DbState state = write(flush(7, 100)).get(1).withManifest(12);

        Manifest.create(folder, 12, state.snapshot()).close();

        assertThat(CurrentFile.read(folder)).isEqualTo(12);
        assertSame(DbState.read(folder), state);
    }

    /** Returns the offset of the last edit's record; the snapshot is one record. */
    private long offsetOfLast() throws IOException {
        byte[] bytes = Files.readAllBytes(manifest());
        int at = 0;
        int next = 0;
        while (next + 7 < bytes.length) {
            at = next;
            next += 7 + (bytes[at + 4] & 0xff) + ((bytes[at + 5] & 0xff) << 8);
        }
        return at;
    }

    private void cutOff(int bytes) throws IOException {
        byte[] whole = Files.readAllBytes(manifest());
        Files.write(manifest(), Arrays.copyOf(whole, whole.length - bytes));
    }

    /** Appends edits unchanged after the snapshot; returns the offset of the last one. */
    private long writeRaw(VersionEdit... edits) throws IOException {
        try (LogWriter log = LogWriter.create(manifest())) {
            List<VersionEdit> all = new ArrayList<>(FRESH.snapshot());
            all.addAll(List.of(edits));
            long at = 0;
            for (VersionEdit edit : all) {
                at = log.size();
                byte[] bytes = edit.encode();
                log.add(bytes, 0, bytes.length);
            }
            CurrentFile.write(folder, 1);
            return at;
        }
    }
}
