package io.narrows.storage.sst;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import io.narrows.testkit.Seed;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeparatorsTest {
    /** The separators that RocksDB's {@code BytewiseComparator} returns. */
    @ParameterizedTest
    @CsvSource({
        "61626364, 61627a, 616264", // abcd and abz
        "61, 7a, 62",
        "6162, 6163, -", // incrementing would reach the other
        "616278, 6163, 616279",
        "6162ff, 6163, -",
        "6162ff30, 6163, 6162ff31",
        "6162, 616300, 6163", // a prefix of the other is less than it
        "6162, 61626300, -", // is itself a prefix
        "61fe, 61ff00, 61ff",
        "7fff, 80ff, 80"
    })
    void separator(String low, String high, String expected) {
        assertThat(separator(bytes(low), bytes(high))).isEqualTo(expected);
    }

    @Test
    void separator_randomKeys_liesBetweenAndIsNotLonger() {
        long seed = Seed.of(SeparatorsTest.class);
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] one = key(random);
            byte[] other = key(random);
            int order = Arrays.compareUnsigned(one, other);
            if (order != 0) {
                byte[] low = order < 0 ? one : other;
                byte[] high = order < 0 ? other : one;
                int length = Separators.length(low, low.length, high, 0, high.length);
                if (length >= 0) {
                    byte[] separator = raised(low, length);
                    assertThat(separator.length).isLessThanOrEqualTo(low.length);
                    assertThat(Slice.of(separator)).isGreaterThan(Slice.of(low)).isLessThan(Slice.of(high));
                }
            }
        }
    }

    /** Keys of few different bytes, so that many share a prefix. */
    private static byte[] key(Random random) {
        byte[] bytes = {0, 1, 0x7f, (byte) 0x80, (byte) 0xfe, (byte) 0xff};
        byte[] key = new byte[random.nextInt(5)];
        for (int i = 0; i < key.length; i++) {
            key[i] = bytes[random.nextInt(bytes.length)];
        }
        return key;
    }

    private static String separator(byte[] low, byte[] high) {
        int length = Separators.length(low, low.length, high, 0, high.length);
        return length < 0 ? "-" : HexFormat.of().formatHex(raised(low, length));
    }

    private static byte[] raised(byte[] low, int length) {
        byte[] separator = Arrays.copyOf(low, length);
        separator[length - 1]++;
        return separator;
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }
}
