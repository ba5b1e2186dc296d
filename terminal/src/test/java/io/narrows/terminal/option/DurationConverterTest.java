package io.narrows.terminal.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({"20s,20", "2m,120", "1h,3600"})
    void convert_amountAndUnit_isThatTime(String text, long seconds) {
        assertThat(converter.convert(text)).hasSeconds(seconds);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "0s", "-1s", "1.5s", "20 s", "99999999s"})
    void convert_anythingElse_saysWhatIsExpected(String text) {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> converter.convert(text))
                .withMessage("'" + text + "' is not a duration (expected: a number and a unit, such as 20s, 2m or 1h)");
    }
}
