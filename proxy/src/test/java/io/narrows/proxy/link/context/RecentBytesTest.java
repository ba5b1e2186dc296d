package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class RecentBytesTest {
    private static final long START = -5;
    private static final int BUSY = 32 << 10;

    private final RecentBytes recent = new RecentBytes(START);

    @Test
    void linkIsBusy_onceItHasCarried32KiB() {
        recent.add(BUSY - 1, after(1));
        assertThat(recent.isBusy(after(1))).isFalse();

        recent.add(1, after(1));
        assertThat(recent.isBusy(after(1))).isTrue();
    }

    @Test
    void linkIsBusy_ifTheLastTwoPeriodsCarriedEnoughTogether() {
        recent.add(BUSY / 2, after(9));
        recent.add(BUSY / 2, after(12));

        assertThat(recent.isBusy(after(19))).isTrue();
        assertThat(recent.isBusy(after(22)))
                .as("the first half was two periods ago")
                .isFalse();
    }

    @Test
    void linkWithAPauseOfTwoPeriods_isNotBusy() {
        recent.add(BUSY, after(9));

        assertThat(recent.isBusy(after(19))).isTrue();
        assertThat(recent.isBusy(after(31))).isFalse();
    }

    @Test
    void linkIsQuiet_fiveMinutesAfterItWasBusy_evenIfItCarriesALittle() {
        recent.add(BUSY, after(60));
        recent.add(100, after(200));

        assertThat(recent.isQuiet(after(359))).isFalse();
        assertThat(recent.isQuiet(after(360))).isTrue();

        recent.add(BUSY, after(400));
        assertThat(recent.isQuiet(after(400))).isFalse();
    }

    private static long after(long seconds) {
        return START + TimeUnit.SECONDS.toNanos(seconds);
    }
}
