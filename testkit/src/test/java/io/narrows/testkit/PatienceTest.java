package io.narrows.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private static final long DEFAULT_MILLIS = 10_000;

    @Test
    void waits_areLongerThanAwaitilitysOwn() {
        AtomicLong remaining = new AtomicLong();

        await().conditionEvaluationListener(condition -> remaining.set(condition.getRemainingTimeInMS()))
                .until(() -> true);

        assertThat(remaining).hasValueGreaterThan(DEFAULT_MILLIS);
    }
}
