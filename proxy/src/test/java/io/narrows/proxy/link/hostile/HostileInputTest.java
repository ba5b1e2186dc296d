package io.narrows.proxy.link.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.testkit.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Peers that send damaged and senseless messages. After each one, {@link HostileLinks} and {@link HostileRun} check
 * that it was counted, left nothing behind and took no more memory than the limits. For a
 * longer run: {@code bin/soak hostile}.
 */
@Tag("long")
final class HostileInputTest {
    private static final int PEERS = Integer.getInteger("runs", 30_000);
    private static final long SEED = Seed.of(HostileInputTest.class);
    private static final HostileRun RUN = new HostileRun(SEED);

    @BeforeAll
    static void meetAll() {
        RUN.run(PEERS);
        RUN.print(System.out);
    }

    @Test
    void recordedPeers_areUnderstoodToTheEnd() {
        try (HostileLinks links = new HostileLinks()) {
            for (Recording recording : Recording.all()) {
                Fate fate = links.meet(Mutant.none(recording), new SplittableRandom(SEED));

                assertThat(fate).as("%s", recording).isEqualTo(Fate.CLEAN);
            }
        }
    }

    /** {@link HostileLinks} checks that other bytes arrive only behind them, and without a clean end. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void messageThatIsLostOrRepeated_neverEndsCleanlyWithOtherBytes(int copies) {
        try (HostileLinks links = new HostileLinks()) {
            for (Recording recording : Recording.all()) {
                List<Mutant.Piece> sealed = recording.sealed();
                for (int i = 0; i < sealed.size(); i++) {
                    List<Mutant.Piece> pieces = new ArrayList<>(sealed);
                    pieces.remove(i);
                    pieces.addAll(i, Collections.nCopies(copies, sealed.get(i)));

                    links.meet(new Mutant(recording, false, pieces), new SplittableRandom(SEED));
                }
            }
        }
    }

    /** Correct lengths and checksums pass the envelopes and reach every later check. */
    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {
                "GREETING_MESSAGE",
                "ADMISSION",
                "FRAME_HEAD",
                "CONTROL_MESSAGE",
                "OUT_OF_PLACE",
                "HISTORY",
                "PIECE",
                "DICTIONARY",
                "DECODER",
                "CONTENT",
                "UNKNOWN_TARGET"
            })
    void sealedPeers_reach(Fate place) {
        assertThat(RUN.count(place, true)).as("seed %d", SEED).isPositive();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"GREETING_ENVELOPE", "FRAME_LENGTH", "FRAME_CHECKSUM", "CUT"})
    void damagedPeers_reach(Fate place) {
        assertThat(RUN.count(place, false)).as("seed %d", SEED).isPositive();
    }

    /** Payload checksums detect every damage except the loss or duplication of a complete message. */
    @Test
    void damagedPeers_stopAtTheChecksOfPayloads() {
        assertThat(RUN.count(Fate.DECODER, false, FrameForm.PAYLOAD_CHECKED))
                .as("seed %d", SEED)
                .isLessThan(PEERS / 500);
    }

    @Test
    void damagedPeers_reachDecodersWhoseContentIsChecked() {
        assertThat(RUN.count(Fate.DECODER, false, FrameForm.CONTENT_CHECKED))
                .as("seed %d", SEED)
                .isGreaterThan(PEERS / 100);
    }

    @ParameterizedTest
    @EnumSource
    void everyDecoderIsReached(Codec codec) {
        DecoderCoverage.Counts counts = RUN.coverage().of(codec);

        assertThat(counts.decoded()).as("decoded, seed %d", SEED).isGreaterThan(PEERS / 20);
        if (codec != Codec.NONE) {
            assertThat(counts.refused()).as("refused, seed %d", SEED).isGreaterThan(PEERS / 1_000);
        }
    }
}
