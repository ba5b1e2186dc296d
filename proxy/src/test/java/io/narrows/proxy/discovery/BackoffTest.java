package io.narrows.proxy.discovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    @Test
    void wait_doublesUpToTheLimit_andBeginsAgainAfterASuccess() {
        Backoff backoff = new Backoff(() -> 1);

        assertThat(backoff.failed()).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.failed()).isEqualTo(Duration.ofSeconds(2));
        assertThat(backoff.failed()).isEqualTo(Duration.ofSeconds(4));
        assertThat(backoff.failed()).isEqualTo(Duration.ofSeconds(8));
        assertThat(backoff.failed()).isEqualTo(Duration.ofSeconds(16));
        assertThat(backoff.failed()).isEqualTo(Backoff.LAST);
        assertThat(backoff.failed()).isEqualTo(Backoff.LAST);

        backoff.succeeded();

        assertThat(backoff.failed()).isEqualTo(Backoff.FIRST);
    }

    @Test
    void wait_isShortenedAtRandomByUpToHalf() {
        assertThat(new Backoff(() -> 0).failed()).isEqualTo(Backoff.FIRST.dividedBy(2));
    }
}
