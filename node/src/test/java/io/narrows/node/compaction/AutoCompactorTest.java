package io.narrows.node.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AutoCompactorTest {
    private final AtomicLong clock = new AtomicLong(-5);

    @Test
    void look_byRevisions_keepsSoMany() {
        AutoCompactor compactor = new AutoCompactor(new Retention.Revisions(100), clock::get);

        assertThat(compactor.look(100, 0)).isEmpty();
        assertThat(compactor.look(150, 0)).hasValue(50);
        assertThat(compactor.look(150, 50)).isEmpty();
    }

    @Test
    void look_byAge_compactsWhatWasThereSoLongAgo() {
        AutoCompactor compactor = new AutoCompactor(new Retention.Age(Duration.ofHours(1)), clock::get);

        assertThat(compactor.interval()).isEqualTo(Duration.ofMinutes(6));
        assertThat(compactor.look(10, 0)).isEmpty();
        pass(Duration.ofMinutes(30));
        assertThat(compactor.look(20, 0)).isEmpty();
        pass(Duration.ofMinutes(30));
        assertThat(compactor.look(30, 0)).hasValue(10);
        pass(Duration.ofMinutes(29));
        assertThat(compactor.look(40, 10)).isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(compactor.look(40, 10)).hasValue(20);
    }

    @Test
    void look_byAgeWithoutWrites_compactsNothingTwice() {
        AutoCompactor compactor = new AutoCompactor(new Retention.Age(Duration.ofHours(1)), clock::get);
        compactor.look(10, 0);
        pass(Duration.ofHours(1));

        assertThat(compactor.look(10, 10)).isEmpty();
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
