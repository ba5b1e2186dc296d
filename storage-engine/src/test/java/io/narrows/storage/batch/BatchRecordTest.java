package io.narrows.storage.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchRecordTest {
    private static final String SEQUENCE_5 = "0500000000000000";

    @Test
    void forEach_mergesOfBothForms() throws IOException {
        assertThat(rows(SEQUENCE_5 + "02000000" + "02016b0176" + "0602016b0176"))
                .containsExactly("5: MERGE 0 6b=76", "6: MERGE 2 6b=76");
    }

    @Test
    void forEach_logDataAndNoop_takeNoSequenceNumber() throws IOException {
        assertThat(rows(SEQUENCE_5 + "02000000" + "0d" + "00016b" + "0303010203" + "0d" + "00016c" + "0300"))
                .containsExactly("5: DELETE 0 6b=", "6: DELETE 0 6c=");
    }

    @Test
    void forEach_defaultFamilyInTheLongForm() throws IOException {
        assertThat(rows(SEQUENCE_5 + "01000000" + "0400016b")).containsExactly("5: DELETE 0 6b=");
    }

    @Test
    void forEach_viewWithinALargerArray() throws IOException {
        byte[] record = HexFormat.of().parseHex(SEQUENCE_5 + "01000000" + "00016b");
        byte[] array = new byte[record.length + 7];
        System.arraycopy(record, 0, array, 3, record.length);

        assertThat(BatchRows.of(new Slice(array, 3, record.length))).containsExactly("5: DELETE 0 6b=");
    }

    @Test
    void forEach_everyTruncation_isRefusedWithinTheRecord() {
        Slice whole = everyChange();

        for (int length = 0; length < whole.length(); length++) {
            Slice cut = Slice.of(Arrays.copyOf(whole.array(), length));
            MalformedBatchException refused =
                    catchThrowableOfType(MalformedBatchException.class, () -> BatchRows.of(cut));
            assertThat(refused)
                    .as("first %d bytes", length)
                    .hasMessageStartingWith("offset " + refused.offset() + " in");
            assertThat(refused.offset()).isBetween(0, length);
        }
    }

    @Test
    void forEach_truncation_readsNothingBehindTheSlice() {
        Slice whole = everyChange();

        for (int length = 0; length < whole.length(); length++) {
            Slice cut = new Slice(whole.array(), 0, length);
            assertThatThrownBy(() -> BatchRows.of(cut)).isInstanceOf(MalformedBatchException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "01000000 00016b 00016c, 15, more changes than the header count of 1",
        "00000000 00016b, 12, more changes than the header count of 0",
        "03000000 00016b 00016c, 18, '2 changes, but the header says 3'",
        "ffffffff 00016b, 8, 4294967295 changes in 15 bytes",
        "01000000 14016b, 12, unknown tag 0x14",
        "01000000 1a016b, 12, unknown tag 0x1a",
        "01000000 ff016b, 12, unknown tag 0xff",
        "01000000 00036b6c, 13, 'key of 3 bytes, but only 2 are left'",
        "01000000 01016b056c, 15, 'value of 5 bytes, but only 1 are left'",
        "01000000 0f016b056c, 15, 'end of 5 bytes, but only 1 are left'",
        "01000000 0f056c, 13, 'first key of 5 bytes, but only 1 are left'",
        "00000000 0301, 13, 'log data of 1 bytes, but only 0 are left'",
        "01000000 0080, 13, key: expected a number from 0 to 2147483647 that ends before 14",
        "01000000 04ffffffff0f016b, 13, column family: expected a number from 0 to 2147483647 that ends before 20",
        "01000000 00ffffffff0f, 13, key: expected a number from 0 to 2147483647 that ends before 18",
    })
    void forEach_whatNoBatchHas(String record, int offset, String problem) {
        assertThatThrownBy(() -> rows(SEQUENCE_5 + record.replace(" ", "")))
                .isInstanceOfSatisfying(
                        MalformedBatchException.class,
                        refused -> assertThat(refused.offset()).isEqualTo(offset))
                .hasMessage("offset " + offset + " in the batch: " + problem);
    }

    @Test
    void header_sequenceNumbersBeyondTheHighest() {
        assertThatThrownBy(() -> rows("ffffffffffffff00" + "02000000" + "00016b" + "00016c"))
                .isInstanceOf(MalformedBatchException.class)
                .hasMessage("offset 0 in the batch: 2 changes from sequence number 72057594037927935"
                        + " (expected: up to 72057594037927935)");
        assertThatThrownBy(() -> rows("ffffffffffffffff" + "00000000"))
                .isInstanceOf(MalformedBatchException.class)
                .hasMessageContaining("18446744073709551615");
    }

    @ParameterizedTest
    @CsvSource({
        "09, the start of a two-phase commit",
        "0a, the prepared state of a two-phase commit",
        "0b, the commit of a two-phase commit",
        "0c, the rollback of a two-phase commit",
        "10, a value in a blob file",
        "11, a value in a blob file",
        "12, the start of a two-phase commit",
        "13, the start of a two-phase commit",
        "15, the commit of a two-phase commit",
        "16, a wide-column entity",
        "17, a wide-column entity",
        "18, a value with its write time",
        "19, a value with its write time",
    })
    void forEach_whatIsNotSupported_isNamed(String tag, String feature) {
        assertThatThrownBy(() -> rows(SEQUENCE_5 + "02000000" + "00016b" + tag + "01016b0176"))
                .isInstanceOfSatisfying(UnsupportedBatchException.class, refused -> {
                    assertThat(refused.offset()).isEqualTo(15);
                    assertThat(refused.tag()).isEqualTo(HexFormat.fromHexDigits(tag));
                })
                .hasMessage("offset 15 in the batch: tag 0x" + tag + ", " + feature + ", is not supported");
    }

    /** Markers of two-phase commit are not counted: one may follow the last change. */
    @ParameterizedTest
    @ValueSource(strings = {"09", "0a0178", "0b0178", "0c0178", "12", "13", "1501740178"})
    void forEach_markerBehindAllChanges_isNamed(String marker) {
        assertThatThrownBy(() -> rows(SEQUENCE_5 + "01000000" + "00016b" + marker))
                .isInstanceOf(UnsupportedBatchException.class);
    }

    private static Slice everyChange() {
        WriteBatch batch = new WriteBatch();
        for (ColumnFamily family : new ColumnFamily[] {ColumnFamily.DEFAULT, new ColumnFamily(300, "second")}) {
            batch.put(family, Slice.of("key"), Slice.of("v".repeat(200)))
                    .delete(family, Slice.of("k".repeat(200)))
                    .singleDelete(family, Slice.of("key"))
                    .deleteRange(family, Slice.of("a"), Slice.of("b"));
        }
        return Slice.of(batch.record().toByteArray());
    }

    private static List<String> rows(String record) throws IOException {
        return BatchRows.of(Slice.of(HexFormat.of().parseHex(record)));
    }
}
