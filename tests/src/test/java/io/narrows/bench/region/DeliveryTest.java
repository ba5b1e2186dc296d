package io.narrows.bench.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class DeliveryTest {
    private static final int[] FOLLOWERS = {0, 1, 0};
    private static final long[] OWN = {100, 50, 110};
    private static final long[] PASSED = {120, 60, 130};

    @Test
    void separateContexts_waitForNothingElse() {
        assertThat(Delivery.decodable(Sharing.NONE, FOLLOWERS, OWN, PASSED)).containsExactly(100, 50, 110);
    }

    @Test
    void oneContext_waitsForFramesToTheOtherFollower() {
        assertThat(Delivery.decodable(Sharing.ONE, FOLLOWERS, OWN, PASSED)).containsExactly(100, 120, 110);
        assertThat(Delivery.decodable(Sharing.ONE, FOLLOWERS, OWN, new long[] {120, 300, 130}))
                .containsExactly(100, 120, 300);
    }

    @Test
    void secondThatLearns_waitsForTheFirst_butNotTheOtherWayRound() {
        assertThat(Delivery.decodable(Sharing.SECOND, FOLLOWERS, OWN, new long[] {120, 300, 130}))
                .containsExactly(100, 120, 110);
    }
}
