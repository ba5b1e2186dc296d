package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WhatIfWindowTest {
    private static final long MINUTE = 60_000_000_000L;

    private final WhatIfWindow window = new WhatIfWindow();

    @Test
    void figuresOfTheLastMinutes_areAddedUp() {
        window.add(new SampleSums(10, 5, 1), 0);
        window.add(new SampleSums(20, 6, 2), MINUTE - 1);
        window.add(new SampleSums(30, 7, 3), 4 * MINUTE);

        assertThat(window.sum(4 * MINUTE)).isEqualTo(new SampleSums(60, 18, 6));
    }

    @Test
    void figures_expire() {
        window.add(new SampleSums(10, 5, 1), 0);
        window.add(new SampleSums(20, 6, 2), MINUTE);

        assertThat(window.sum(WhatIfWindow.MINUTES * MINUTE)).isEqualTo(new SampleSums(20, 6, 2));
        assertThat(window.sum(20 * WhatIfWindow.MINUTES * MINUTE)).isEqualTo(SampleSums.NONE);
    }

    @Test
    void newFigures_replaceThoseOfAnEarlierMinute() {
        window.add(new SampleSums(10, 5, 1), 0);
        window.add(new SampleSums(20, 6, 2), WhatIfWindow.MINUTES * MINUTE);

        assertThat(window.sum(WhatIfWindow.MINUTES * MINUTE)).isEqualTo(new SampleSums(20, 6, 2));
    }

    @Test
    void clockBelowZero_isAllowed() {
        window.add(new SampleSums(10, 5, 1), -MINUTE - 1);

        assertThat(window.sum(-1)).isEqualTo(new SampleSums(10, 5, 1));
    }
}
