package io.narrows.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecTest {
    /** These pairs are in files and on the wire. A new codec gets a new line; a line never changes. */
    @ParameterizedTest
    @CsvSource({
        "NONE, 0, none",
        "GZIP, 1, gzip",
        "SNAPPY, 2, snappy",
        "LZ4, 3, lz4",
        "LZ4HC, 4, lz4hc",
        "ZSTD, 5, zstd",
        "DENSE, 6, dense"
    })
    void idAndLabel_areFrozen(Codec codec, int id, String label) throws MalformedDataException {
        assertThat(codec.id()).isEqualTo(id);
        assertThat(codec.label()).isEqualTo(label);
        assertThat(Codec.ofId(id)).isSameAs(codec);
    }

    @Test
    void frozenPairs_areAllThereIs() {
        assertThat(Codec.values()).hasSize(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 7, 15, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void ofId_unknown_isRefusedWithTheRange(int id) {
        assertThatExceptionOfType(MalformedDataException.class)
                .isThrownBy(() -> Codec.ofId(id))
                .withMessage("unknown codec id: " + id + " (expected: 0-6)");
    }
}
