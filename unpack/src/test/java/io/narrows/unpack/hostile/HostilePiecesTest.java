package io.narrows.unpack.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import io.narrows.unpack.hostile.HostilePieces.Outcome;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("long")
class HostilePiecesTest {
    /** Of pieces: how often a damaged one is rebuilt depends on them. */
    private static final int SETS = 20;

    private static final int RUNS_OF_A_SET = 1_500;
    private static final int RUNS = SETS * RUNS_OF_A_SET;

    @Test
    void damagedPiecesAndStreams_areRebuiltBitForBitOrRefused_inBoundedMemory() {
        SplittableRandom seeds = new SplittableRandom(Seed.of(HostilePiecesTest.class));
        Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        for (int i = 0; i < SETS; i++) {
            new HostilePieces(seeds.nextLong())
                    .run(RUNS_OF_A_SET)
                    .forEach((outcome, count) -> outcomes.merge(outcome, count, Long::sum));
        }

        assertThat(outcomes).containsOnlyKeys(Outcome.values());
        assertThat(outcomes.get(Outcome.PIECE_REBUILT)).isGreaterThan(RUNS / 50);
        assertThat(outcomes.get(Outcome.STREAM_REFUSED)).isGreaterThan(RUNS / 10);
    }
}
