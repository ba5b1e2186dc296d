package io.narrows.storage.version;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VersionEditTest {
    private static final Slice SMALLEST = Keys.put("a", 3);
    private static final Slice LARGEST = Keys.put("b", 4);
    private static final FileMetadata FILE =
            new FileMetadata(12, 3456, SMALLEST, LARGEST, 3, 4, 9, 1_700_000_000, 1_700_000_001, 321);

    /** The fields that are set, in a fixed but arbitrary order: {@code tag, body} each. */
    @Test
    void encodedEdit_isItsFields() {
        VersionEdit edit = full();

        assertThat(HexFormat.of().formatHex(edit.encode()))
                .isEqualTo(""
                        + "8140" + "02" + "6964" // database id
                        + "01" + "1a" + hex("leveldb.BytewiseComparator")
                        + "02" + "8001" + "09" + "00" // log number 128, no previous one
                        + "03" + "07" // next file
                        + "0a" + "05" // min log to keep
                        + "04" + "ac02" // last sequence 300
                        + "06" + "01" + "0b" // file 11 leaves level 1
                        + "67" + "00" + "0c" + "801b" // file 12 of 3456 bytes comes to level 0
                        + "09" + SMALLEST + "09" + LARGEST + "03" + "04"
                        + "05" + "05" + "80e2cfaa06" + "06" + "05" + "81e2cfaa06"
                        + "0d" + "01" + "09" + "0f" + "02" + "c102" + "01"
                        + "c801" + "02" // family 2
                        + "c901" + "06" + hex("second")
                        + "cb01" + "03" // the highest family
                        + "ac02" + "01"); // one more in the group
    }

    private static String hex(String text) {
        return Slice.of(text).toString();
    }

    private static VersionEdit full() {
        return new VersionEdit()
                .family(2)
                .addFamily("second", VersionEdit.BYTEWISE_COMPARATOR)
                .logNumber(128)
                .nextFile(7)
                .lastSequence(300)
                .minLogToKeep(5)
                .maxFamily(3)
                .dbId("id")
                .deleteFile(1, 11)
                .addFile(0, FILE)
                .remainingInGroup(1);
    }

    @Test
    void decodedEdit_isWhatWasEncoded() throws Exception {
        VersionEdit decoded = VersionEdit.decode(Slice.of(full().encode()));

        assertThat(decoded.family()).isEqualTo(2);
        assertThat(decoded.addedFamily()).contains("second");
        assertThat(decoded.comparator()).contains(VersionEdit.BYTEWISE_COMPARATOR);
        assertThat(decoded.logNumber()).hasValue(128);
        assertThat(decoded.nextFile()).hasValue(7);
        assertThat(decoded.lastSequence()).hasValue(300);
        assertThat(decoded.minLogToKeep()).hasValue(5);
        assertThat(decoded.maxFamily()).hasValue(3);
        assertThat(decoded.dbId()).contains("id");
        assertThat(decoded.deletedFiles()).containsExactly(new VersionEdit.DeletedFile(1, 11));
        assertThat(decoded.addedFiles()).containsExactly(new VersionEdit.AddedFile(0, FILE));
        assertThat(decoded.remainingInGroup()).hasValue(1);
    }

    @Test
    void emptyEdit_changesNothing() throws Exception {
        VersionEdit decoded = VersionEdit.decode(Slice.of(new VersionEdit().encode()));

        assertThat(decoded.family()).isZero();
        assertThat(decoded.logNumber()).isEmpty();
        assertThat(decoded.maxFamily()).isEmpty();
        assertThat(decoded.dropsFamily()).isFalse();
        assertThat(decoded.addedFiles()).isEmpty();
    }

    @Test
    void drop_comesBack() throws Exception {
        VersionEdit decoded = VersionEdit.decode(
                Slice.of(new VersionEdit().family(2).dropFamily().encode()));

        assertThat(decoded.dropsFamily()).isTrue();
        assertThat(decoded.family()).isEqualTo(2);
    }

    @Test
    void filesOfOlderVersions_areRead() throws Exception {
        VersionEdit edit = new EditBuilder()
                .numbers(7, 1, 10, 99)
                .key(SMALLEST)
                .key(LARGEST)
                .numbers(100, 2, 11, 99)
                .key(SMALLEST)
                .key(LARGEST)
                .numbers(3, 4)
                .numbers(102, 3, 12, 0, 99)
                .key(SMALLEST)
                .key(LARGEST)
                .numbers(3, 4)
                .decode();

        assertThat(edit.addedFiles())
                .containsExactly(
                        new VersionEdit.AddedFile(1, FileMetadata.of(10, 99, SMALLEST, LARGEST, 0, 0, 0)),
                        new VersionEdit.AddedFile(2, FileMetadata.of(11, 99, SMALLEST, LARGEST, 3, 4, 0)),
                        new VersionEdit.AddedFile(3, FileMetadata.of(12, 99, SMALLEST, LARGEST, 3, 4, 0)));
    }

    @Test
    void fieldsOfAFile_thatAreNotKept_areReadOver() throws Exception {
        VersionEdit edit = file().numbers(2)
                .bytes((byte) 1)
                .numbers(3)
                .bytes(new byte[] {77, 0, 0, 0, 0, 0, 0, 0})
                .numbers(7)
                .text("checksum")
                .numbers(8)
                .text("Unknown")
                .numbers(9)
                .bytes((byte) 8)
                .numbers(10)
                .bytes()
                .numbers(11)
                .bytes()
                .numbers(12)
                .bytes(new byte[16])
                .numbers(14)
                .bytes((byte) 5)
                .numbers(16)
                .bytes((byte) 1)
                .numbers(17)
                .text("open")
                .numbers(63)
                .text("of a later release")
                .numbers(65)
                .bytes((byte) 0)
                .numbers(13)
                .bytes((byte) 2)
                .numbers(1)
                .decode();

        assertThat(edit.addedFiles().get(0).file().epoch()).isEqualTo(2);
        assertThat(edit.minLogToKeep()).hasValue(77);
    }

    @Test
    void fieldsThatAreNotKept_areReadOver() throws Exception {
        VersionEdit edit = new EditBuilder()
                .numbers(5, 3)
                .key(SMALLEST)
                .numbers(8198)
                .bytes()
                .numbers(8201)
                .bytes((byte) 1)
                .numbers(8202)
                .text("progress")
                .numbers(8203)
                .bytes((byte) 99)
                .numbers(8192 + 900)
                .text("of another engine")
                .numbers(3, 44)
                .decode();

        assertThat(edit.nextFile()).hasValue(44);
    }

    @Test
    void trackedLogs_areRead() throws Exception {
        VersionEdit edit = new EditBuilder()
                .numbers(8196, 7, 2, 100, 1)
                .numbers(8199)
                .bytes((byte) 8, (byte) 1)
                .numbers(8197, 5)
                .numbers(8200)
                .bytes((byte) 6)
                .decode();

        assertThat(edit.addedLogs()).isEqualTo(Map.of(7L, OptionalLong.of(100), 8L, OptionalLong.empty()));
        assertThat(edit.logsDeletedBelow()).isEqualTo(6);
    }

    @Test
    void logsOfThisEngine_areReadAgain() throws Exception {
        VersionEdit edit = new VersionEdit().beginLog(7, 100).beginLog(8, 300).syncedLog(7, 5_000);

        VersionEdit read = VersionEdit.decode(Slice.of(edit.encode()));

        assertThat(read.logStarts()).isEqualTo(Map.of(7L, 100L, 8L, 300L));
        assertThat(read.addedLogs()).isEqualTo(Map.of(7L, OptionalLong.of(5_000), 8L, OptionalLong.empty()));
    }

    /** An unsupported edit, and the expected words in the message. */
    record Refused(String words, EditBuilder edit) {
        @Override
        public String toString() {
            return words;
        }
    }

    static List<Refused> refused() {
        return List.of(
                new Refused("blob files", new EditBuilder().numbers(400, 1, 2, 3)),
                new Refused("blob files", new EditBuilder().numbers(401, 1, 2, 3)),
                new Refused("blob files", new EditBuilder().numbers(8194, 1, 2, 3)),
                new Refused("blob files", new EditBuilder().numbers(8195, 1, 2, 3)),
                new Refused("blob files", file().numbers(4).bytes((byte) 9).numbers(1)),
                new Refused("user timestamps", new EditBuilder().numbers(8198).text("12345678")),
                new Refused(
                        "user timestamps", file().numbers(10).text("12345678").numbers(1)),
                new Refused(
                        "user timestamps that are not persisted",
                        new EditBuilder().numbers(8201).bytes((byte) 0)),
                new Refused(
                        "user timestamps that are not persisted",
                        file().numbers(16).bytes((byte) 0).numbers(1)),
                new Refused(
                        "comparator rocksdb.ReverseBytewiseComparator (expected: leveldb.BytewiseComparator)",
                        new EditBuilder().numbers(1).text("rocksdb.ReverseBytewiseComparator")),
                new Refused("a previous log with number 4", new EditBuilder().numbers(9, 4)),
                new Refused(
                        "files in a separate directory, path 2",
                        file().numbers(65).bytes((byte) 2).numbers(1)),
                new Refused(
                        "a file field with unknown tag 66",
                        file().numbers(66).text("?").numbers(1)),
                new Refused("a field with unknown tag 1000", new EditBuilder().numbers(1000)),
                new Refused(
                        "family name that is not UTF-8: ff",
                        new EditBuilder().numbers(201).bytes((byte) 0xff)));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void unsupportedField_isRefusedByName(Refused refused) {
        assertThatThrownBy(refused.edit()::decode)
                .isInstanceOf(UnsupportedEditException.class)
                .hasMessageMatching("offset \\d+ in the edit: .*")
                .hasMessageEndingWith(": " + refused.words() + " (not supported)");
    }

    private static EditBuilder file() {
        return new EditBuilder()
                .numbers(103, 0, 12, 99)
                .key(SMALLEST)
                .key(LARGEST)
                .numbers(3, 4);
    }

    @Test
    void editThatIsCutOffAnywhere_isRefusedOrShorter() throws Exception {
        byte[] edit = full().encode();
        int whole = 0;

        for (int length = 0; length < edit.length; length++) {
            try {
                VersionEdit decoded = VersionEdit.decode(Slice.of(Arrays.copyOf(edit, length)));
                assertThat(decoded.remainingInGroup()).isEmpty();
                whole++;
            } catch (MalformedEditException refused) {
                assertThat(refused).hasMessageMatching("offset \\d+ in the edit: .+");
            }
        }

        // before the first field and after each one except the last
        assertThat(whole).isEqualTo(13);
    }

    @ParameterizedTest
    @ValueSource(strings = {"02ffffffffffffffffff01", "02ffffffffffffffffffff01", "0680808080100b", "01ff"})
    void numberOutOfItsRange_isRefused(String hex) {
        Slice edit = Slice.of(HexFormat.of().parseHex(hex));

        assertThatThrownBy(() -> VersionEdit.decode(edit)).isInstanceOf(MalformedEditException.class);
    }

    @Test
    void fileWithAKeyThatIsTooShort_isRefused() {
        EditBuilder edit = new EditBuilder().numbers(7, 1, 10, 99).text("short").key(LARGEST);

        assertThatThrownBy(edit::decode)
                .isInstanceOf(MalformedEditException.class)
                .hasMessage("offset 0 in the edit: file 10: smallest internal key of 5 bytes (expected: 8 or more)");
    }
}
