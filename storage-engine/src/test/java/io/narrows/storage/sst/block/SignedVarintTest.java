package io.narrows.storage.sst.block;

import static io.narrows.storage.sst.block.Entries.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignedVarintTest {
    @ParameterizedTest
    @CsvSource({
        "0, 80",
        "1, 81",
        "-1, 7e",
        "63, bf",
        "-63, 40",
        "64, c040",
        "-64, 3fbf",
        "8191, dfff",
        "-8191, 2000",
        "8192, e02000",
        "134217727, f7ffffff",
        "134217728, f808000000",
        "-134217728, 07f7ffffff",
        "281474976710655, feffffffffffff",
        "281474976710656, ff01000000000000",
        "36028797018963967, ff7fffffffffffff",
        "-36028797018963967, 0080000000000000"
    })
    void put_value_isBigEndianBehindItsLength(long value, String bytes) throws MalformedBlockException {
        byte[] array = new byte[1 + SignedVarint.MAX_LENGTH];

        int end = SignedVarint.put(array, 1, value);

        assertThat(Arrays.copyOfRange(array, 1, end)).isEqualTo(hex(bytes));
        assertThat(SignedVarint.end(array, 1, end)).isEqualTo(end);
        assertThat(SignedVarint.get(array, 1, end)).isEqualTo(value);
    }

    /** The time in the example of YugabyteDB's description of its key encodings: microseconds after 2017-07-14, negated. */
    @Test
    void get_aTimeOfYugabyteDb_isItsMicroseconds() throws MalformedBlockException {
        byte[] array = hex("0185F0027D73BA");

        assertThat(SignedVarint.end(array, 0, array.length)).isEqualTo(array.length);
        assertThat(-SignedVarint.get(array, 0, array.length))
                .isEqualTo(1_634_209_096_289_349L - 1_500_000_000_000_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, SignedVarint.MAX_VALUE + 1, -SignedVarint.MAX_VALUE - 1})
    void put_beyondTheRange_isRefused(long value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SignedVarint.put(new byte[16], 0, value))
                .withMessage("signed varint of " + value + " (expected: -36028797018963967 to 36028797018963967)");
    }

    @ParameterizedTest
    @CsvSource({"80, 0", "c040, 1", "3fbf, 1", "ff7fffffffffffff, 7", "ff, 1", "00, 1"})
    void end_beyondTheLimit_isRefused(String bytes, int limit) {
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> SignedVarint.end(hex(bytes), 0, limit))
                .withMessage(
                        "offset 0 in the block: expected a signed varint of 1 to 8 bytes that ends before " + limit);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff8000000000000000", "007f00000000000000"})
    void end_ofNineBytes_isRefused(String bytes) {
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> SignedVarint.end(hex(bytes), 0, bytes.length() / 2));
    }
}
