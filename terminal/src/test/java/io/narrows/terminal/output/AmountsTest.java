package io.narrows.terminal.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AmountsTest {
    @ParameterizedTest
    @CsvSource({"0,0B", "999,999B", "1000,1.00kB", "9994,9.99kB", "9996,10.0kB", "99960,100kB", "45200000,45.2MB"})
    void bytes_anyAmount_hasThreeDigits(double bytes, String shown) {
        assertThat(Amounts.bytes(bytes)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0.0000621,62us", "0.0012,1.2ms", "0.1,100ms", "NaN,-"})
    void latency_anyTime_hasItsUnit(double seconds, String shown) {
        assertThat(Amounts.latency(seconds)).isEqualTo(shown);
    }

    @Test
    void usd_manyDollars_haveNoCents() {
        assertThat(Amounts.usd(-1.234)).isEqualTo("-1.23");
        assertThat(Amounts.usd(123_456.7)).isEqualTo("123457");
    }

    @ParameterizedTest
    @CsvSource({"0,0.00", "0.004,<0.01", "-0.004,>-0.01", "0.005,0.01", "-0.0051,-0.01"})
    void usd_lessThanACent_isNotNothing(double usd, String shown) {
        assertThat(Amounts.usd(usd)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"0,0.0000", "0.00004,<0.0001", "-0.00004,>-0.0001", "0.0001,0.0001"})
    void smallUsd_lessThanAHundredthOfACent_isNotNothing(double usd, String shown) {
        assertThat(Amounts.smallUsd(usd)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({"83.21,83.2%", "-120,-120.0%", "-4520,<-999%", "NaN,-"})
    void percent_farBelowNothing_isNotSpelledOut(double percent, String shown) {
        assertThat(Amounts.percent(percent)).isEqualTo(shown);
    }

    @Test
    void cores_aboveOne_areMoreThanAHundredPercent() {
        assertThat(Amounts.cores(1.124)).isEqualTo("112.4%");
    }
}
