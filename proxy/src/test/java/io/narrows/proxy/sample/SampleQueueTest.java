package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SampleQueueTest {
    private static final long REST = 10_000_000_000L;

    private final SampleQueue<String> queue = new SampleQueue<>();

    @Test
    void kindThatHasHadItsTurn_rests() {
        queue.begun("a", 0);

        assertThat(queue.isNext("a", REST, REST - 1)).isFalse();
        assertThat(queue.isNext("a", REST, REST)).isTrue();
    }

    @Test
    void kindThatWaits_isBeforeOneWhoseTurnWasLater() {
        queue.begun("a", 0);
        queue.begun("b", 1);
        assertThat(queue.isNext("a", REST, REST + 1)).isTrue(); // but all turns are taken

        assertThat(queue.isNext("b", REST, REST + 2)).isFalse();
        queue.begun("a", REST + 3);
        assertThat(queue.isNext("b", REST, REST + 4)).isTrue();
    }

    @Test
    void newKind_isBeforeAllOthers() {
        queue.begun("a", 0);
        assertThat(queue.isNext("new", REST, REST)).isTrue();

        assertThat(queue.isNext("a", REST, REST)).isFalse();
    }

    @Test
    void kindThatNoLongerAsks_doesNotWait() {
        queue.begun("a", 0);
        queue.isNext("new", REST, REST);

        assertThat(queue.isNext("a", REST, REST + SampleQueue.PATIENCE_NANOS)).isTrue();
    }

    @Test
    void forgottenKinds_areNew() {
        queue.begun("a", 0);
        queue.forget("a"::equals);

        assertThat(queue.isNext("a", REST, 1)).isTrue();
    }
}
