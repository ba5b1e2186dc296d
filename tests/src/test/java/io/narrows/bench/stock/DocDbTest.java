package io.narrows.bench.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values come from YugabyteDB: its documentation, its tests and the output of its tools. */
class DocDbTest {
    private final byte[] out = new byte[64];

    /** {@code DocKey(0x1210, [1], [])}, {@code DocKey(0xfca0, [3], [])} and so on, as printed by its sst_dump. */
    @ParameterizedTest
    @CsvSource({"1, 1210", "3, fca0", "6, 4e58"})
    void hashOfAnInt_isYugabyteDbs(int column, String hash) {
        assertThat(DocDbHash.ofInt(column)).isEqualTo(HexFormat.fromHexDigits(hash));
    }

    /** The three entries of the row (1, 2) in advanced-delta-encoding.md. */
    @ParameterizedTest
    @CsvSource({
        "-1, 0, 4712104880000001214880000002214a8023800185f0027d73ba804a",
        "12, 1, 4712104880000001214880000002214b8c23800185f0027d73ba803fab",
        "13, 2, 4712104880000001214880000002214b8d23800185f0027d73ba803f8b"
    })
    void keyOfAColumn_isAsInItsDocumentation(int column, int write, String key) {
        int end = DocDb.putRowKey(out, 0, 1, 2);
        end = column < 0 ? DocDb.putLivenessColumn(out, end) : DocDb.putColumn(out, end, column);
        end = DocDb.putHybridTime(out, end, 1_634_209_096_289_349L, write);

        assertThat(written(end)).isEqualTo(key);
    }

    /** {@code HybridTime::FromMicros(1000)} in doc_key-test.cc. */
    @Test
    void hybridTime_beforeTheEpoch_isAsInItsTests() {
        int end = DocDb.putHybridTime(out, 0, 1_000, 0);

        assertThat(written(end)).isEqualTo("2380ff05543df729bc18804b");
    }

    @ParameterizedTest
    @CsvSource({"0, 4580", "1, 45e114", "10, 45e214", "55, 45e26e", "99, 45e2c6", "100, 45e314"})
    void decimal_whole_isExponentAndPairsOfDigits(int value, String bytes) {
        int end = DocDb.putDecimalValue(out, 0, value);

        assertThat(written(end)).isEqualTo(bytes);
    }

    @Test
    void int_inAValue_isBigEndian() {
        int end = DocDb.putIntValue(out, 0, 0x01020304);

        assertThat(written(end)).isEqualTo("4801020304");
    }

    private String written(int end) {
        return HexFormat.of().formatHex(Arrays.copyOf(out, end));
    }
}
