package io.narrows.proxy.link.unpack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerEncoderTest {
    private static final long SECOND = 1_000_000_000;

    private final List<Long> requests = new ArrayList<>();
    private long now = 5;
    private final PeerEncoder encoder = new PeerEncoder(requests::add, () -> now);

    @Test
    void grant_isRequestedOnce_andCoversSmallerEncoders() {
        assertThat(encoder.request(100)).isFalse();
        assertThat(encoder.request(100)).isFalse();
        encoder.granted(100);

        assertThat(encoder.request(100)).isTrue();
        assertThat(encoder.request(50)).isTrue();
        assertThat(requests).containsExactly(100L);
    }

    @Test
    void largerEncoder_isRequested_andARefusalKeepsTheSmaller() {
        encoder.request(100);
        encoder.granted(100);
        assertThat(encoder.request(200)).isFalse();
        assertThat(encoder.request(100)).isTrue();
        encoder.granted(100);

        assertThat(encoder.request(200)).isFalse();
        assertThat(encoder.request(100)).isTrue();
        assertThat(requests).containsExactly(100L, 200L);
    }

    @Test
    void refusedEncoder_isRequestedAgain_eachTimeLater_andASmallerOneAtOnce() {
        encoder.request(100);
        encoder.granted(0);
        for (int seconds : new int[] {1, 2, 4, 8}) {
            int before = requests.size();
            now += seconds * SECOND - 1;
            encoder.request(100);
            assertThat(requests).hasSize(before);
            now++;
            encoder.request(100);
            assertThat(requests).hasSize(before + 1);
            encoder.granted(0);
        }

        encoder.request(99);
        encoder.granted(99);
        assertThat(encoder.request(99)).isTrue();
    }

    @Test
    void refusalAfterUse_waitsForASecondAgain() {
        encoder.request(100);
        encoder.granted(0);
        now += SECOND;
        encoder.request(100);
        encoder.granted(100);
        encoder.used(true);
        encoder.request(200);
        encoder.granted(100);
        now += SECOND;

        encoder.request(200);

        assertThat(requests).containsExactly(100L, 100L, 200L, 200L);
    }

    @Test
    void uselessEncoder_isFreed_andNoneIsRequestedForSomeTime() {
        encoder.request(100);
        encoder.granted(100);
        encoder.freeAsUseless();
        encoder.request(100);
        encoder.request(1);
        assertThat(requests).containsExactly(100L, 0L);

        now += SECOND;
        encoder.request(100);
        assertThat(requests).containsExactly(100L, 0L, 100L);
    }

    @Test
    void answerWithoutARequest_isIgnored() {
        encoder.granted(100);

        assertThat(encoder.request(100)).isFalse();
    }

    @Test
    void idleEncoder_isFreed_untilTheNextPieceBegins() {
        encoder.request(100);
        encoder.granted(100);
        now += SECOND;
        encoder.used(true);

        assertThat(encoder.freeIfIdleFor(SECOND, now + SECOND - 1)).isFalse();
        assertThat(encoder.freeIfIdleFor(SECOND, now + SECOND)).isTrue();
        assertThat(encoder.isFreed()).isTrue();
        assertThat(encoder.freeIfIdleFor(SECOND, now + 2 * SECOND)).isFalse();
        assertThat(encoder.request(100)).isFalse();
        encoder.granted(100);
        encoder.used(false);
        assertThat(encoder.isFreed()).isTrue();
        encoder.used(true);
        assertThat(encoder.isFreed()).isFalse();
        assertThat(requests).containsExactly(100L, 0L, 100L);
    }
}
