package io.narrows.codec.dense;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests the classes of the numbers in phrases and sequences: each number belongs to one class, at one place. */
final class ClassesInPhrasesTest {
    @Test
    void counts_ofLengths_coverAPiece() {
        assertCoversAPiece(Counts.LENGTHS, 15);
    }

    @Test
    void counts_ofSequences_coverAPiece() {
        assertCoversAPiece(Counts.SEQUENCES, 16);
    }

    private static void assertCoversAPiece(Counts counts, int classes) {
        int next = 0;
        for (int countClass = 0; countClass < classes; countClass++) {
            assertThat(counts.first(countClass)).isEqualTo(next);
            int after = next + (1 << counts.bits(countClass));
            assertThat(counts.of(next)).isEqualTo(countClass);
            assertThat(counts.of(after - 1)).isEqualTo(countClass);
            next = after;
        }
        assertThat(next).isGreaterThan(History.PIECE);
    }

    @Test
    void distances_coverTheLargestWindowAndAPiece() {
        int next = 0;
        for (int distanceClass = 0; distanceClass < 16; distanceClass++) {
            assertThat(Distances.first(distanceClass)).isEqualTo(next);
            int after = next + (1 << Distances.bits(distanceClass));
            assertThat(Distances.of(next)).isEqualTo(distanceClass);
            assertThat(Distances.of(after - 1)).isEqualTo(distanceClass);
            next = after;
        }
        assertThat(next).isGreaterThan((1 << Parameters.MAX_WINDOW_LOG) + History.PIECE);
    }
}
