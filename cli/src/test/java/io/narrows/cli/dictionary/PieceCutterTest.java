package io.narrows.cli.dictionary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.narrows.config.TrafficClass;
import io.narrows.estimate.tcp.Direction;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PieceCutterTest {
    private final Traffic traffic = new Traffic(Set.of(), 1000, 1 << 20);

    @Test
    void read_untilTheSize_isOnePieceOfEachDirection() {
        PieceCutter cutter = new PieceCutter(traffic);
        read(cutter, Direction.FROM_CLIENT, 10, 400);
        read(cutter, Direction.FROM_SERVER, 20, 700);
        read(cutter, Direction.FROM_CLIENT, 30, 600);
        read(cutter, Direction.FROM_CLIENT, 40, 1);
        cutter.close();

        assertThat(traffic.inOrder())
                .extracting(Piece::first, Piece::last, Piece::bytes)
                .containsExactly(
                        tuple(traffic.at(10), traffic.at(30), 1000),
                        tuple(traffic.at(20), traffic.at(20), 700),
                        tuple(traffic.at(40), traffic.at(40), 1));
        assertThat(Piece.connections(traffic.inOrder())).isEqualTo(1);
    }

    @Test
    void end_atAGap_separatesOnlyThatDirection() {
        PieceCutter cutter = new PieceCutter(traffic);
        read(cutter, Direction.FROM_CLIENT, 10, 100);
        read(cutter, Direction.FROM_SERVER, 20, 200);
        cutter.end(Direction.FROM_CLIENT);
        read(cutter, Direction.FROM_CLIENT, 30, 300);
        read(cutter, Direction.FROM_SERVER, 40, 400);
        cutter.close();

        assertThat(traffic.inOrder()).extracting(Piece::bytes).containsExactly(100, 600, 300);
    }

    @Test
    void unfinishedPieces_ofManyConnections_stayWithinTheLimit() {
        Traffic small = new Traffic(Set.of(), 1000, 2000);
        PieceCutter[] cutters = new PieceCutter[100];
        for (int i = 0; i < cutters.length; i++) {
            cutters[i] = new PieceCutter(small);
            read(cutters[i], Direction.FROM_CLIENT, i, 100);
        }

        assertThat(small.addUnfinished(0)).isFalse();
        assertThat(small.inOrder()).isNotEmpty();
    }

    @Test
    void read_longerThanAFrame_isDivided() {
        PieceCutter cutter = new PieceCutter(traffic);
        read(cutter, Direction.FROM_CLIENT, 10, 100_000);
        cutter.close();

        assertThat(traffic.inOrder()).extracting(Piece::bytes).containsExactlyInAnyOrder(65_536, 34_464);
    }

    private static void read(PieceCutter cutter, Direction direction, long nanos, int bytes) {
        cutter.read(direction, TrafficClass.DEFAULT, nanos, new byte[bytes], bytes);
    }
}
