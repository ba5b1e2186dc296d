package io.narrows.terminal.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SizeConverterTest {
    private final SizeConverter converter = new SizeConverter();

    @Test
    void convert_withAndWithoutUnit_isBytes() {
        assertThat(converter.convert("4096")).isEqualTo(4096);
        assertThat(converter.convert("4KiB")).isEqualTo(4096);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "4 KiB", "4k", "-1", "4.5MiB", "KiB"})
    void convert_notASize_saysWhatIsExpected(String text) {
        assertThatThrownBy(() -> converter.convert(text))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'" + text + "' is not a size (expected: a size such as 4096, 4KiB or 16MiB)");
    }
}
