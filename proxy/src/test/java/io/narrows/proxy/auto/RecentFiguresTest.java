package io.narrows.proxy.auto;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.proxy.sample.SampleSums;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RecentFiguresTest {
    private static final CodecSpec LZ4 = CodecSpec.of(Codec.LZ4);
    private static final CodecSpec ZSTD = CodecSpec.of(Codec.ZSTD, 1);
    private static final int MEGABYTE = 1 << 20;

    private final RecentFigures figures = new RecentFigures();

    private void add(CodecSpec candidate, long app, double ratio) {
        figures.add(Map.of(candidate, new SampleSums(app, Math.round(app * ratio), app)));
    }

    private double ratio(CodecSpec candidate) {
        SampleSums sums = figures.get().get(candidate);
        return (double) sums.wireBytes() / sums.appBytes();
    }

    @Test
    void fewBytes_areNoFigures_untilThereAreMore() {
        add(LZ4, RecentFigures.LEAST_BYTES / 2, 0.5);
        assertThat(figures.get()).isEmpty();

        add(LZ4, RecentFigures.LEAST_BYTES / 2, 0.5);
        assertThat(figures.get()).containsOnlyKeys(LZ4);
    }

    @Test
    void trafficThatHasChanged_countsMostAtOnce() {
        for (int i = 0; i < 10; i++) {
            add(LZ4, MEGABYTE, 0.2);
        }
        add(LZ4, MEGABYTE, 1);
        assertThat(ratio(LZ4)).isBetween(0.7, 0.75);

        add(LZ4, MEGABYTE, 1);
        assertThat(ratio(LZ4)).isBetween(0.9, 1.0);
    }

    @Test
    void bytesThatDoNotShrink_costNoProcessorTime_sinceLinksSendThemRaw() {
        SampleSums raw = new SampleSums(MEGABYTE, MEGABYTE + 20, 0);
        figures.add(Map.of(
                CodecSpec.of(Codec.NONE),
                raw,
                LZ4,
                new SampleSums(MEGABYTE, MEGABYTE + 100, 9),
                ZSTD,
                new SampleSums(MEGABYTE, MEGABYTE / 2, 9)));

        assertThat(figures.get().get(LZ4)).isEqualTo(raw);
        assertThat(figures.get().get(ZSTD).cpuNanos()).isEqualTo(9);
    }

    @Test
    void candidateThatTheLatestSampleLacks_isForgotten() {
        add(LZ4, MEGABYTE, 0.5);
        add(ZSTD, MEGABYTE, 0.4);

        assertThat(figures.get()).containsOnlyKeys(ZSTD);
    }
}
