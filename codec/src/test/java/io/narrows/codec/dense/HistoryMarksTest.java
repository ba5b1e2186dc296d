package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class HistoryMarksTest {
    /** Marks are kept in words of 64 positions. */
    @Test
    void literalsFrom_atAndAcrossWords_countsMarkedRuns() {
        for (int from = 60; from < 200; from++) {
            for (int count = 1; count <= Phrases.MAX_RUN; count++) {
                History history = new History(17, new ArrayPool(0));
                history.begin(1_000);

                history.markLiterals(from, count);
                history.markMatch(from + count);

                for (int i = 0; i < count; i++) {
                    assertThat(history.literalsFrom(from + i)).isEqualTo(count - i);
                    assertThat(history.isLiteral(from + i)).isTrue();
                    assertThat(history.untilStart(from + i)).isEqualTo(1);
                }
                assertThat(history.literalsFrom(from - 1)).isZero();
                assertThat(history.literalsFrom(from + count)).isZero();
            }
        }
    }
}
