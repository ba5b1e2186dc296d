package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PieceSampleTest {
    private static final int BYTES = 100;

    @Test
    void add_withinTheLimit_keepsAllInOrder() {
        PieceSample sample = new PieceSample(10 * BYTES);
        for (int i = 9; i >= 0; i--) {
            sample.add(Pieces.of(i, 0, i, i, BYTES));
        }

        assertThat(sample.inOrder())
                .extracting(Piece::connection)
                .containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        assertThat(sample.added()).isEqualTo(10);
        assertThat(sample.size()).isEqualTo(10);
    }

    /** Requests and responses alternate, as the directions of short connections do when each of them ends. */
    @Test
    void add_alternatingDirections_keepsBoth() {
        PieceSample sample = new PieceSample(1000 * BYTES);
        for (int i = 0; i < 20_000; i++) {
            sample.add(Pieces.of(i / 2, 0, i, i, BYTES));
        }

        List<Piece> kept = sample.inOrder();
        assertThat(kept).hasSize(1000).isSortedAccordingTo((a, b) -> a.first().compareTo(b.first()));
        assertThat(sample.added()).isEqualTo(20_000);
        assertThat(kept.stream().filter(piece -> piece.first().nanos() % 2 == 0))
                .hasSizeBetween(400, 600);
        for (int quarter = 0; quarter < 4; quarter++) {
            int at = quarter;
            assertThat(kept.stream().filter(piece -> piece.first().nanos() / 5000 == at))
                    .hasSizeBetween(180, 320);
        }
    }

    @Test
    void add_differentSizes_staysWithinTheLimit() {
        PieceSample sample = new PieceSample(50 * BYTES);
        for (int i = 0; i < 1000; i++) {
            sample.add(Pieces.of(i, 0, i, i, 1 + i % (10 * BYTES)));

            assertThat(Piece.bytes(sample.inOrder())).isLessThanOrEqualTo(50 * BYTES);
        }
        assertThat(sample.size()).isPositive();
    }

    @Test
    void note_saysHowManyPartsAreUsed() {
        Traffic traffic = new Traffic(Set.of(), 20_000, 2 * BYTES);
        traffic.add(Pieces.of(1, 0, 1, 1, BYTES));
        traffic.add(Pieces.of(2, 0, 2, 2, BYTES));
        assertThat(traffic.sampleNote()).isEmpty();

        traffic.add(Pieces.of(3, 0, 3, 3, BYTES));

        assertThat(traffic.sampleNote()).contains("sample: 2 of 3 parts");
    }
}
