package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0B",
        "64, 64B",
        "1023, 1023B",
        "1024, 1KiB",
        "1536, 1536B",
        "1048576, 1MiB",
        "3145728, 3MiB",
        "68719476736, 64GiB",
        "1099511627776, 1024GiB"
    })
    void format_takesTheLargestUnitThatFits(long bytes, String text) {
        assertThat(Sizes.format(bytes)).isEqualTo(text);
    }
}
