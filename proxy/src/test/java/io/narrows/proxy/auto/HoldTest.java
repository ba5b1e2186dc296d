package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HoldTest {
    private final Hold hold = new Hold();

    @Test
    void linkThatGaveWay_mayNotUseMoreForTenSeconds() {
        assertThat(hold.mostNanosPerByte(0)).isInfinite();
        hold.gaveWay(20, 0);

        assertThat(hold.mostNanosPerByte(Hold.SHORTEST_NANOS - 1)).isEqualTo(20);
        assertThat(hold.mostNanosPerByte(Hold.SHORTEST_NANOS)).isInfinite();
    }

    @Test
    void givingWayDuringTheHold_beginsItAgain_andDoublesNothing() {
        hold.gaveWay(20, 0);
        hold.gaveWay(10, 1);
        hold.gaveWay(5, 2);

        assertThat(hold.mostNanosPerByte(Hold.SHORTEST_NANOS + 1)).isEqualTo(5);
        assertThat(hold.lasts(Hold.SHORTEST_NANOS + 2)).isFalse();
    }

    @Test
    void relapse_doublesTheHold_upToAMaximum() {
        long now = 0;
        hold.gaveWay(20, now);
        long nanos = Hold.SHORTEST_NANOS;
        for (int i = 0; i < 10; i++) {
            now += nanos + 1;
            hold.gaveWay(20, now);
            nanos = Math.min(2 * nanos, Hold.LONGEST_NANOS);
            assertThat(hold.lasts(now + nanos - 1)).isTrue();
            assertThat(hold.lasts(now + nanos)).isFalse();
        }
        assertThat(nanos).isEqualTo(Hold.LONGEST_NANOS);
    }

    @Test
    void longAfterTheHold_givingWayBeginsAnew() {
        hold.gaveWay(20, 0);
        hold.gaveWay(20, Hold.SHORTEST_NANOS + 1);
        long later = 4 * Hold.SHORTEST_NANOS + Hold.RELAPSE_NANOS;
        hold.gaveWay(20, later);

        assertThat(hold.lasts(later + Hold.SHORTEST_NANOS)).isFalse();
    }
}
