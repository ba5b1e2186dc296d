package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KeysTest {
    @Test
    void write_putsTheNumberBigEndianBeforeZerosAsDigits() {
        Keys keys = new Keys(16);
        byte[] key = keys.allocate();

        keys.write(0x0102030405060708L, key);

        assertThat(key).startsWith(1, 2, 3, 4, 5, 6, 7, 8).hasSize(16);
        assertThat(new String(key, 8, 8, StandardCharsets.US_ASCII)).isEqualTo("00000000");
    }

    @Test
    void write_shortKey_hasTheLowBytes() {
        Keys keys = new Keys(3);
        byte[] key = keys.allocate();

        keys.write(0x01020304, key);

        assertThat(key).containsExactly(2, 3, 4);
    }

    @Test
    void write_replacesTheNumberBefore() {
        Keys keys = new Keys(8);
        byte[] key = keys.allocate();
        keys.write(-1, key);

        keys.write(1, key);

        assertThat(key).containsExactly(0, 0, 0, 0, 0, 0, 0, 1);
    }
}
