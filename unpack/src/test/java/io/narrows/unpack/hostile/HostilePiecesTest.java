package io.narrows.unpack.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.unpack.hostile.HostilePieces.Outcome;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostilePiecesTest {
    private static final int RUNS = 30_000;

    @Test
    void damagedPiecesAndStreams_areRebuiltBitForBitOrRefused_inBoundedMemory() {
        Map<Outcome, Long> outcomes = new HostilePieces(Seed.of(HostilePiecesTest.class)).run(RUNS);

        assertThat(outcomes).containsOnlyKeys(Outcome.values());
        assertThat(outcomes.get(Outcome.PIECE_REBUILT)).isGreaterThan(RUNS / 50);
        assertThat(outcomes.get(Outcome.STREAM_REFUSED)).isGreaterThan(RUNS / 10);
    }
}
