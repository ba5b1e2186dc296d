package io.narrows.storage.sst.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expected values are from RocksDB's hash_test.cc. */
class LegacyHashTest {
    @ParameterizedTest
    @CsvSource({
        "'', 3164544308",
        "08, 422599524",
        "9a, 3195034349",
        "52d5, 3854228105",
        "91f7, 31066776",
        "d45233, 1721992661",
        "6ab5f4, 2469105222",
        "69b8c088, 3416318611",
        "8683d5a4d8, 2390603402",
        "085d731ce52e, 229980482",
        "5cbe9775549a52, 815120748",
        "bb185df41203f799, 1974545809",
        "8e4ac318202f06e63c, 1534654151",
        "bd2c6338bfe978b7bf15, 3382479516",
    })
    void of_key_isTheKnownValue(String key, String known) {
        byte[] bytes = HexFormat.of().parseHex("ee" + key + "ee");

        assertThat(LegacyHash.of(bytes, 1, bytes.length - 2)).isEqualTo(Integer.parseUnsignedInt(known));
    }

    @Test
    void of_keyBeyondTheArray_isRefused() {
        for (int length = 1; length < 12; length++) {
            byte[] key = new byte[length];

            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> LegacyHash.of(key, 1, key.length));
        }
    }
}
