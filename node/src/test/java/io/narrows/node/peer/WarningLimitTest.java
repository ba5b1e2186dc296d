package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class WarningLimitTest {
    private final AtomicLong clock = new AtomicLong();
    private final WarningLimit limit = new WarningLimit(clock::get);

    @Test
    void allowsOneAMinuteForEachSubject() {
        assertThat(limit.allows("a")).isTrue();
        assertThat(limit.allows("a")).isFalse();
        assertThat(limit.allows("b")).isTrue();

        clock.addAndGet(TimeUnit.SECONDS.toNanos(59));
        assertThat(limit.allows("a")).isFalse();

        clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(limit.allows("a")).isTrue();
    }
}
