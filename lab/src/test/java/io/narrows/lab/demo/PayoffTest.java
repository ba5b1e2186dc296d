package io.narrows.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.lab.sidecar.Counters;
import java.util.List;
import org.junit.jupiter.api.Test;

class PayoffTest {
    private static final CodecFigures ZSTD = figures("zstd:1", 0.27, 0.004, 0.003);
    private static final CodecFigures DENSE = figures("dense:2", 0.15, 0.064, 0.04);

    @Test
    void payoff_isTheWireThatIsSavedLessTheProcessorsOfBothEnds() {
        Payoff payoff = Payoff.of(DENSE, ZSTD);

        assertThat(payoff.bytesSaved()).isEqualTo(0.12, within(1e-9));
        assertThat(payoff.cpuSecondsPerGb()).isEqualTo(60, within(1e-9));
        assertThat(payoff.crossZoneUsdPerGb()).isEqualTo(0.12 * 0.02 - 60 * 0.04 / 3600, within(1e-9));
        assertThat(payoff.crossRegionUsdPerGb()).isEqualTo(0.12 * 0.02 - 60 * 0.04 / 3600, within(1e-9));
    }

    @Test
    void breakEven_isThePriceOfACoreThatEatsTheSaving() {
        assertThat(Payoff.of(DENSE, ZSTD).breakEvenCoreHour()).isEqualTo(0.12 * 0.02 / 60 * 3600, within(1e-9));
        assertThat(Payoff.of(DENSE, figures("gzip:6", 0.25, 0.1, 0.09)).breakEvenCoreHour())
                .as("takes no more processor time")
                .isNaN();
    }

    @Test
    void rate_isWhatOneThreadEncodes_orNoneWhenItDoesNotPay() {
        assertThat(Payoff.of(DENSE, ZSTD).paysUpTo()).isEqualTo(25e6, within(1.0));
        assertThat(Payoff.of(DENSE, figures("zstd:9", 0.151, 0.004, 0.003)).paysUpTo())
                .isZero();
    }

    @Test
    void table_comparesWithWhatPoliciesHave_whenDenseWasTried() {
        assertThat(PayoffTable.lines(List.of(ZSTD))).isEmpty();
        assertThat(PayoffTable.lines(List.of(figures("none", 1, 0, 0), ZSTD, DENSE)))
                .anyMatch(line -> line.startsWith("zstd:1") && line.endsWith("25.0MB/s"))
                .noneMatch(line -> line.startsWith("none"))
                .allMatch(line -> line.length() <= 79);
    }

    /** Returns figures for one megabyte. */
    private static CodecFigures figures(String codec, double ratio, double codecSeconds, double compressSeconds) {
        Counters counted = new Counters(1e6, ratio * 1e6, 0, 0, codecSeconds, compressSeconds);
        return new CodecFigures(codec, counted, 0, 0, 0, 0, 0, 0, 0);
    }
}
