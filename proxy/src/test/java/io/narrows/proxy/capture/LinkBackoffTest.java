package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.PeerId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LinkBackoffTest {
    private static final PeerId B = new PeerId("b");

    private long now = Long.MAX_VALUE - 1000;
    private double random = 1;
    private final LinkBackoff backoff = new LinkBackoff(() -> now, () -> random);

    @Test
    void withoutFailure_everyConnectionTries() {
        assertThat(backoff.mayTry(B)).isTrue();
        assertThat(backoff.mayTry(B)).isTrue();
    }

    @Test
    void afterAFailure_noneTriesForASecond_thenOne() {
        assertThat(backoff.failed(B)).isTrue();

        pass(999);
        assertThat(backoff.mayTry(B)).isFalse();
        pass(1);
        assertThat(backoff.mayTry(B)).isTrue();
        assertThat(backoff.mayTry(B)).isFalse();
    }

    @Test
    void failuresAtTheSameTime_countAsOne() {
        assertThat(backoff.failed(B)).isTrue();
        assertThat(backoff.failed(B)).isFalse();
        assertThat(backoff.failed(B)).isFalse();

        pass(1000);
        assertThat(backoff.mayTry(B)).isTrue();
    }

    @Test
    void waits_doubleUpToThirtySeconds() {
        backoff.failed(B);
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30}) {
            pass(seconds * 1000L - 1);
            assertThat(backoff.mayTry(B)).isFalse();
            pass(1);
            assertThat(backoff.mayTry(B)).isTrue();
            assertThat(backoff.failed(B)).isFalse();
        }
    }

    @Test
    void waits_areShortenedAtRandom_byAtMostHalf() {
        random = 0;
        backoff.failed(B);

        pass(499);
        assertThat(backoff.mayTry(B)).isFalse();
        pass(1);
        assertThat(backoff.mayTry(B)).isTrue();
    }

    @Test
    void tryWithoutResult_isRepeatedAfterTheWait() {
        backoff.failed(B);
        pass(1000);
        backoff.mayTry(B);

        pass(1000);
        assertThat(backoff.mayTry(B)).isTrue();
    }

    @Test
    void reached_endsTheWaiting() {
        assertThat(backoff.reached(B)).isFalse();
        backoff.failed(B);

        assertThat(backoff.reached(B)).isTrue();
        assertThat(backoff.mayTry(B)).isTrue();
        assertThat(backoff.failed(B)).isTrue();
    }

    @Test
    void peers_areIndependent() {
        backoff.failed(B);

        assertThat(backoff.mayTry(new PeerId("c"))).isTrue();
    }

    private void pass(long millis) {
        now += Duration.ofMillis(millis).toNanos();
    }
}
