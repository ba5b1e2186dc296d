package io.narrows.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FaultLogTest {
    private final FaultLog log = new FaultLog();

    @Test
    void resetWithoutAFault_hasNoExcuse() {
        assertThat(log.excuses(System.nanoTime(), true)).isFalse();
        assertThat(log.excuses(System.nanoTime(), false)).isFalse();
    }

    @Test
    void kill_excusesAll() {
        long start = System.nanoTime();
        log.begin(Fault.Kind.KILL).run();

        assertThat(log.excuses(start, true)).isTrue();
    }

    @Test
    void lostPackets_excuseOnlyWhatWasNotAnswered() {
        long start = System.nanoTime();
        log.begin(Fault.Kind.LOST_PACKETS);

        assertThat(log.excuses(start, false)).isTrue();
        assertThat(log.excuses(start, true)).isFalse();
    }

    @Test
    void delay_excusesNothing() {
        long start = System.nanoTime();
        log.begin(Fault.Kind.DELAY);

        assertThat(log.excuses(start, false)).isFalse();
    }
}
