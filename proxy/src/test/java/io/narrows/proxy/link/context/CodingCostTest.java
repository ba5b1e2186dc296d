package io.narrows.proxy.link.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class CodingCostTest {
    private static final int LONG = 10_000;
    private static final int SHORT = 1_000;

    private final CodingCost cost = CodingCost.ofEncoding(CodecSpec.of(Codec.DENSE));

    @Test
    void fastFrames_areBelievedAtOnce() {
        cost.took(LONG, 20 * LONG);
        cost.took(LONG, 20 * LONG);
        cost.took(LONG, 20 * LONG);

        assertThat(cost.nanosPerByte()).isCloseTo(30, within(0.01));
    }

    @Test
    void slowFrames_areBelievedWhenTheyAreMany() {
        cost.took(LONG, 1_000 * LONG);

        assertThat(cost.nanosPerByte()).isLessThan(200);

        for (int i = 0; i < 100; i++) {
            cost.took(LONG, 1_000 * LONG);
        }

        assertThat(cost.nanosPerByte()).isGreaterThan(900);
    }

    @Test
    void shortFramesTeachNothingAboutLongOnes() {
        double before = cost.nanosPerByte();

        cost.took(SHORT, 1_000_000);

        assertThat(cost.nanosPerByte()).isEqualTo(before);
    }

    @Test
    void shortFramesThatAreSlow_areBelievedWhenTheyAreMany() {
        CodingCost zstd = CodingCost.ofEncoding(CodecSpec.of(Codec.ZSTD, 3));
        assertThat(zstd.exceedsEventLoopBudget(SHORT)).isFalse();

        for (int i = 0; i < 20; i++) {
            zstd.took(SHORT, 3_000_000);
        }

        assertThat(zstd.exceedsEventLoopBudget(SHORT)).isTrue();
        assertThat(zstd.exceedsEventLoopBudget(SHORT / 8)).isFalse();
        assertThat(zstd.exceedsEventLoopBudget(LONG)).isFalse();
    }

    @Test
    void oneShortFrameThatLostTheProcessor_decidesNothing() {
        CodingCost lz4 = CodingCost.ofEncoding(CodecSpec.of(Codec.LZ4));

        lz4.took(SHORT, 10_000_000_000L);

        assertThat(lz4.exceedsEventLoopBudget(SHORT)).isFalse();
    }

    @Test
    void clockThatStandsStill_changesNothing() {
        for (int i = 0; i < 100; i++) {
            cost.took(2 * SHORT, 0);
            cost.took(LONG, 0);
        }

        assertThat(cost.nanosPerByte()).isEqualTo(100);
        assertThat(cost.isNoticeable(2 * SHORT)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"ZSTD, 16, 16384", "ZSTD, 19, 3000", "GZIP, 9, 65536", "LZ4HC, 12, 70000"})
    void slowLevelIsKnownBeforeItsFirstFrame(Codec codec, int level, int bytes) {
        CodingCost slow = CodingCost.ofEncoding(CodecSpec.of(codec, level));

        assertThat(slow.exceedsEventLoopBudget(bytes)).isTrue();
        assertThat(slow.exceedsEventLoopBudget(100)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"ZSTD, 7", "ZSTD, 12", "ZSTD, 19"})
    void firstFrameOfLargeTablesIsHigh_howeverShort(Codec codec, int level) {
        CodingCost slow = CodingCost.ofEncoding(CodecSpec.of(codec, level));

        assertThat(slow.exceedsEventLoopBudgetAtFirst(10, 0)).isTrue();
        assertThat(slow.exceedsEventLoopBudget(10)).isFalse();
    }

    @Test
    void shortFramesOfNoLevelAreHigh_butThoseOfTheSlowest() {
        for (Codec codec : Codec.values()) {
            Levels levels = Levels.of(codec);
            for (int level = levels.min(); level <= levels.max(); level++) {
                if (levels.allow(level)) {
                    CodingCost any = CodingCost.ofEncoding(CodecSpec.of(codec, level));
                    assertThat(any.exceedsEventLoopBudget(2047))
                            .as("%s %d", codec, level)
                            .isFalse();
                    assertThat(any.exceedsEventLoopBudget(4095))
                            .as("%s %d", codec, level)
                            .isEqualTo(codec == Codec.ZSTD && level == 19);
                }
            }
        }
    }
}
