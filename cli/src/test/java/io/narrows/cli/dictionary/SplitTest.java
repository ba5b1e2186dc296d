package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SplitTest {
    private static final int BYTES = 100;

    /** Each connection ends after the next ones have begun. */
    @Test
    void overlappingConnections_trainingEndsBeforeTheMeasuredBegin() {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pieces.add(Pieces.of(i, 0, 10 * i, 10 * i + 35, BYTES));
        }

        Split split = Split.of(pieces);

        assertThat(split.measured())
                .extracting(Piece::connection)
                .containsExactly(30L, 31L, 32L, 33L, 34L, 35L, 36L, 37L, 38L, 39L);
        Moment begin = split.measured().get(0).first();
        assertThat(split.training()).hasSize(27).allMatch(piece -> piece.last().compareTo(begin) < 0);
        assertThat(split.continued()).isZero();
    }

    /** The clock of the second input is behind that of the first one. */
    @Test
    void twoInputs_countOneAfterTheOther() {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            pieces.add(Pieces.of(1, 1, 1_000_000 + i, 1_000_000 + i, BYTES));
        }
        for (int i = 0; i < 10; i++) {
            pieces.add(Pieces.of(2, 2, i, i, BYTES));
        }
        pieces.sort(Comparator.comparing(Piece::first));

        Split split = Split.of(pieces);

        assertThat(split.training()).hasSize(30).allMatch(piece -> piece.first().input() == 1);
        assertThat(split.measured()).hasSize(10).allMatch(piece -> piece.first().input() == 2);
        assertThat(split.continued()).isZero();
    }

    @Test
    void longConnection_partsThatContinueItAreCounted() {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            pieces.add(Pieces.of(i % 2 == 0 || i < 18 ? 1 : 2, 0, i, i, BYTES));
        }

        Split split = Split.of(pieces);

        assertThat(split.measured()).hasSize(5);
        assertThat(split.continued()).isEqualTo(4);
        assertThat(Piece.connections(split.measured())).isEqualTo(2);
    }

    /** All that begin at the time of the division are measured, or none of them. */
    @Test
    void piecesOfTheSameTime_areOnOneSide() {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            pieces.add(Pieces.of(i, 0, i / 4, i / 4, BYTES));
        }
        assertThat(Split.of(pieces).measured()).hasSize(8);

        pieces.replaceAll(piece -> Pieces.of(piece.connection(), 0, 7, 7, BYTES));
        assertThat(Split.of(pieces).measured()).isEmpty();
        assertThat(Split.of(pieces).training()).hasSize(40);
    }

    /** Neither could be trained on without reading what comes after the beginning of the other. */
    @Test
    void twoPiecesAtATime_nothingIsHeldBack() {
        List<Piece> pieces = List.of(Pieces.of(1, 0, 0, 100, 8 * BYTES), Pieces.of(1, 0, 1, 99, BYTES));

        assertThat(Split.of(pieces)).isEqualTo(new Split(pieces, List.of()));
        assertThat(Split.of(List.of())).isEqualTo(new Split(List.of(), List.of()));
    }
}
