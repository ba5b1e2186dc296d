package io.narrows.lab.bench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeySequenceTest {
    @Test
    void ascending_countsFromZero() {
        assertThat(first(KeySequence.ascending(), 3)).containsExactly(0L, 1L, 2L);
    }

    @Test
    void random_staysBelowTheLimitAndReachesAllOfIt() {
        assertThat(first(KeySequence.random(10, 1), 1_000)).containsOnly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    }

    @Test
    void random_followsFromTheSeed() {
        assertThat(first(KeySequence.random(1 << 20, 7), 100))
                .isEqualTo(first(KeySequence.random(1 << 20, 7), 100))
                .isNotEqualTo(first(KeySequence.random(1 << 20, 8), 100));
    }

    private static List<Long> first(KeySequence sequence, int count) {
        return LongStream.range(0, count).mapToObj(i -> sequence.next()).toList();
    }
}
