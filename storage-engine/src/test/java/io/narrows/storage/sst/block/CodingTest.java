package io.narrows.storage.sst.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodingTest {
    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "1, 1",
        "127, 1",
        "128, 2",
        "16383, 2",
        "16384, 3",
        "2097151, 3",
        "2097152, 4",
        "268435455, 4",
        "268435456, 5",
        "2147483647, 5"
    })
    void getLength_returnsWhatWasPut_inFewestBytes(int value, int length) throws MalformedBlockException {
        byte[] array = new byte[2 + Coding.MAX_VARINT32];

        int end = Coding.putVarint32(array, 2, value);

        assertThat(end).isEqualTo(2 + length).isEqualTo(2 + Coding.varintLength(value));
        long pair = Coding.getLength(array, 2, end);
        assertThat(Coding.value(pair)).isEqualTo(value);
        assertThat(Coding.index(pair)).isEqualTo(end);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void getLength_cut_isRefused(int length) {
        byte[] array = {-1, -1, -1, -1, 7, 0};

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> Coding.getLength(array, 0, length - 1))
                .withMessage("offset 0 in the block: expected a length from 0 to 2147483647 that ends before "
                        + (length - 1));
    }

    @Test
    void getLength_above31Bits_isRefused() {
        byte[] tooLarge = {0, -128, -128, -128, -128, 8};
        byte[] tooLong = {0, -128, -128, -128, -128, -128, 0};

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> Coding.getLength(tooLarge, 1, tooLarge.length))
                .satisfies(refusal -> assertThat(refusal.offset()).isEqualTo(1));
        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> Coding.getLength(tooLong, 1, tooLong.length));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1",
        "127, 1",
        "128, 2",
        "4294967295, 5",
        "34359738367, 5",
        "34359738368, 6",
        "9223372036854775807, 9",
        "-9223372036854775808, 10",
        "-1, 10"
    })
    void varint64_returnsWhatWasPut_inFewestBytes(long value, int length) throws MalformedBlockException {
        byte[] array = new byte[3 + Coding.MAX_VARINT64];

        int end = Coding.putVarint64(array, 3, value);

        assertThat(end).isEqualTo(3 + length).isEqualTo(3 + Coding.varintLength(value));
        assertThat(Coding.varint64End(array, 3, end)).isEqualTo(end);
        assertThat(Coding.varint64(array, 3, end)).isEqualTo(value);
    }

    @Test
    void varint64End_cutOrAbove64Bits_isRefused() {
        byte[] cut = {-1, -1, -1};
        byte[] tooLarge = {-1, -1, -1, -1, -1, -1, -1, -1, -1, 2};
        byte[] tooLong = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0};

        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> Coding.varint64End(cut, 0, 3));
        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> Coding.varint64End(cut, 3, 3));
        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> Coding.varint64End(tooLarge, 0, 10));
        assertThatExceptionOfType(MalformedBlockException.class).isThrownBy(() -> Coding.varint64End(tooLong, 0, 11));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 1", "1, 2", "-2, 3", "9223372036854775807, -2", "-9223372036854775808, -1"})
    void zigzag_value_alternatesAboutZero(long value, long code) {
        assertThat(Coding.zigzag(value)).isEqualTo(code);
        assertThat(Coding.unzigzag(code)).isEqualTo(value);
    }

    @Test
    void fixed_put_isLittleEndian() throws MalformedBlockException {
        byte[] array = new byte[12];

        Coding.putFixed32(array, 0, 0x04030201);
        Coding.putFixed64(array, 4, 0x0c0b0a0908070605L);

        assertThat(array).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
        assertThat(Coding.fixed32(array, 0)).isEqualTo(0x04030201);
        assertThat(Coding.getFixed64(array, 4, 12)).isEqualTo(0x0c0b0a0908070605L);
    }

    @Test
    void getFixed_beyondTheLimit_isRefused() {
        byte[] array = new byte[12];

        assertThatExceptionOfType(MalformedBlockException.class)
                .isThrownBy(() -> Coding.getFixed64(array, 0, 7))
                .withMessage("offset 0 in the block: expected an 8-byte number, but the data ends at 7");
    }
}
