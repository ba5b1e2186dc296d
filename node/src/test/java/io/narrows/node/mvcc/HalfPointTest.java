package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HalfPointTest {
    private final HalfPoint half = new HalfPoint();

    @Test
    void ofHalfTheBytes_isTheRevisionOfTheLastOfThem() {
        half.add(10, 7);
        half.add(10, 3);
        half.add(20);

        assertThat(half.revision()).isEqualTo(7);
    }

    @Test
    void ofLessThanHalf_isNever() {
        half.add(10, 3);
        half.add(11);

        assertThat(half.revision()).isEqualTo(HalfPoint.NEVER);
    }

    @Test
    void ofManyRevisions_isLaterByLittle() {
        for (int revision = 1; revision <= 100_000; revision++) {
            half.add(1, revision);
        }

        assertThat(half.revision()).isBetween(50_000L, 50_200L);
    }
}
