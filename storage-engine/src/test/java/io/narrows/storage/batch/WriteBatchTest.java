package io.narrows.storage.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class WriteBatchTest {
    private static final ColumnFamily SECOND = new ColumnFamily(300, "second");
    private static final Slice KEY = Slice.of("k");
    private static final Slice VALUE = Slice.of("vw");

    @Test
    void record_everyChange() {
        WriteBatch batch = new WriteBatch()
                .put(ColumnFamily.DEFAULT, KEY, VALUE)
                .delete(ColumnFamily.DEFAULT, KEY)
                .singleDelete(ColumnFamily.DEFAULT, KEY)
                .deleteRange(ColumnFamily.DEFAULT, Slice.of("a"), Slice.of("b"))
                .put(SECOND, KEY, VALUE)
                .delete(SECOND, KEY)
                .singleDelete(SECOND, KEY)
                .deleteRange(SECOND, Slice.of("a"), Slice.of("b"));

        batch.setSequence(0x0102);

        assertThat(batch.count()).isEqualTo(8);
        assertThat(batch.record())
                .hasToString("0201000000000000" + "08000000"
                        + "01016b027677" + "00016b" + "07016b" + "0f01610162"
                        + "05ac02016b027677" + "04ac02016b" + "08ac02016b" + "0eac0201610162");
        assertThat(batch.byteSize()).isEqualTo(batch.record().length());
    }

    @Test
    void forEach_everyChange() throws IOException {
        WriteBatch batch = new WriteBatch()
                .put(SECOND, KEY, VALUE)
                .deleteRange(SECOND, Slice.of("a"), Slice.of("b"))
                .delete(ColumnFamily.DEFAULT, KEY);
        batch.setSequence(7);
        BatchRows rows = new BatchRows();

        batch.forEach(rows);

        assertThat(rows.rows()).containsExactly("7: PUT 300 6b=7677", "8: RANGE_DELETE 300 61-62", "9: DELETE 0 6b=");
    }

    @Test
    void record_severalTimesTheFirstRoom() throws IOException {
        WriteBatch batch = new WriteBatch();
        byte[] value = new byte[1000];

        for (int i = 0; i < 100; i++) {
            batch.put(ColumnFamily.DEFAULT, new byte[] {(byte) i}, value);
        }

        assertThat(BatchRows.of(batch.record()))
                .hasSize(100)
                .endsWith("99: PUT 0 63=" + HexFormat.of().formatHex(value));
    }

    @Test
    void append_anotherBatch_andItself() throws IOException {
        WriteBatch batch = new WriteBatch().put(ColumnFamily.DEFAULT, KEY, VALUE);
        WriteBatch other = new WriteBatch().delete(SECOND, KEY);

        batch.append(other);
        batch.append(batch);

        assertThat(BatchRows.of(batch.record()))
                .containsExactly("0: PUT 0 6b=7677", "1: DELETE 300 6b=", "2: PUT 0 6b=7677", "3: DELETE 300 6b=");
        assertThat(other.count()).isOne();
    }

    @Test
    void put_partsOfArrays_whichChangeLater() throws IOException {
        byte[] array = {1, 2, 3, 4};
        WriteBatch batch = new WriteBatch().put(ColumnFamily.DEFAULT, new Slice(array, 1, 2), new Slice(array, 3, 1));

        array[1] = 9;

        assertThat(BatchRows.of(batch.record())).containsExactly("0: PUT 0 0203=04");
    }

    @Test
    void deleteRange_nothingWithin() {
        WriteBatch batch = new WriteBatch().deleteRange(SECOND, KEY, KEY);

        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.byteSize()).isEqualTo(12);
    }

    @Test
    void deleteRange_descending() {
        WriteBatch batch = new WriteBatch();

        assertThatThrownBy(() -> batch.deleteRange(SECOND, Slice.of("b"), Slice.of("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("range from 62 to 61 (expected: ascending)");
        assertThat(batch.isEmpty()).isTrue();
    }

    @Test
    void clear_startsAnEmptyBatch() {
        WriteBatch batch = new WriteBatch().put(ColumnFamily.DEFAULT, KEY, VALUE);
        batch.setSequence(5);

        batch.clear();

        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.record()).isEqualTo(new WriteBatch().record());
    }

    @Test
    void setSequence_upToTheHighest() throws IOException {
        WriteBatch batch = new WriteBatch().delete(SECOND, KEY).delete(SECOND, KEY);

        batch.setSequence(InternalKey.MAX_SEQUENCE - 1);

        assertThat(BatchRecord.header(batch.record()))
                .isEqualTo(new BatchRecord.Header(InternalKey.MAX_SEQUENCE - 1, 2));
        assertThatThrownBy(() -> batch.setSequence(InternalKey.MAX_SEQUENCE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> batch.setSequence(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
