package io.narrows.estimate.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.AutoSettings;
import io.narrows.config.Discount;
import io.narrows.config.Policy;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.measured.Range;
import io.narrows.estimate.measured.TrafficKind;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Checks reports by arithmetic with the figures of docs/benchmarks.md and docs/benchmarks/codecs.md. */
class RangeReportTest {
    private static final double SECONDS = 2_629_800;
    private static final double MINUTES = 43_830;
    private static final Offset<Double> CENT = within(0.005);

    @Test
    void thousandNodesInThreeZones() {
        TrafficMatrix matrix = new PaperCluster(1000, 3, 1, 3, 100e6).matrix();

        RangeReport report = RangeReport.of(matrix, settings(Preset.AWS, true));

        // two copies cross zones: 2 x 100 MB/s x 2,629,800 s = 525,960 GB, at 0.01 USD per GB for each end
        DistanceLine line = report.lines().get(0);
        assertThat(report.lines()).hasSize(1);
        assertThat(line.tier()).isEqualTo(Tier.CROSS_ZONE);
        assertThat(line.appGb()).isCloseTo(525_960, CENT);
        assertThat(line.usdWithout()).isCloseTo(10_519.20, CENT);
        // zstd 1: 0.1467 to 0.4160, and TLS adds 0.1579 - 0.1490 to 0.3276 - 0.2938
        assertThat(line.chosen().spec()).isEqualTo(CodecSpec.of(Codec.ZSTD, 1));
        assertClose(line.chosen().wireGb(), 525_960 * 0.1556, 525_960 * 0.4498);
        assertClose(line.chosen().usdTraffic(), 1_636.79, 4_731.54);
        // 525,960,000 MB at 276 to 65 MB per second of a core, at 0.04 USD per hour
        assertClose(line.chosen().usdCpu(), 21.17, 89.91);
        // zones of 334, 333 and 333 nodes: 166,167 pairs within a zone, 333,333 between zones
        assertThat(report.keepAlive())
                .extracting(KeepAliveLine::tier, KeepAliveLine::pairs)
                .containsExactly(tuple(Tier.SAME_ZONE, 166_167.0), tuple(Tier.CROSS_ZONE, 333_333.0));
        KeepAliveLine between = report.keepAlive().get(1);
        assertClose(between.gb(), 333_333 * MINUTES * 524 / 1e9, 333_333 * MINUTES * 3462 / 1e9);
        assertClose(between.usd(), 153.11, 1_011.60);
        assertThat(report.usdWithout()).isCloseTo(10_519.20, CENT);
        assertClose(report.usdWithPolicy(), 1_636.79 + 21.17 + 153.11, 4_731.54 + 89.91 + 1_011.60, within(0.02));
    }

    @Test
    void everyCodec_isAppliedToTheTrafficThatHasAPrice() {
        TrafficMatrix matrix = new PaperCluster(4, 4, 1, 2, 1e6).matrix();

        RangeReport report = RangeReport.of(matrix, settings(Preset.AWS, false));

        // each leader sends one copy within its zone, and two to the other zone
        assertThat(report.lines()).extracting(DistanceLine::tier).containsExactly(Tier.SAME_ZONE, Tier.CROSS_ZONE);
        assertThat(report.lines().get(0).usdWithout()).isZero();
        assertThat(report.codecs())
                .extracting(CodecRange::spec)
                .containsExactlyInAnyOrder(
                        CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.DENSE), CodecSpec.of(Codec.ZSTD, 1));
        CodecRange lz4 = report.codecs().get(report.codecs().size() - 1);
        assertThat(lz4.spec()).isEqualTo(CodecSpec.of(Codec.LZ4));
        double gb = 2e6 * SECONDS / 1e9;
        assertClose(lz4.wireGb(), gb * 0.2356, gb * 0.5128);
        assertThat(report.best()).contains(CodecSpec.of(Codec.DENSE));
        assertThat(report.sources()).contains("docs/benchmarks.md, pg-timed");
    }

    @Test
    void sources_areThoseOfAllFigures_ofTlsAndOfIdleLinksToo() {
        TrafficMatrix matrix = new PaperCluster(3, 3, 1, 3, 1e6).matrix();
        RangeSettings ratis = new RangeSettings(
                TrafficKind.RATIS,
                TrafficClass.REPLICATION,
                Policy.STANDARD,
                AutoSettings.STANDARD,
                List.of(),
                true,
                Tariff.of(Preset.AWS));

        assertThat(RangeReport.of(matrix, ratis).sources())
                .containsExactlyInAnyOrder(
                        "docs/benchmarks/codecs.md, dense compared with zstd 9",
                        "docs/benchmarks/codecs.md, Streams against the C libraries",
                        "docs/benchmarks.md, etcd-timed",
                        "docs/benchmarks.md, pg-timed",
                        "docs/benchmarks.md, IP bytes a minute of a pair of nodes");
    }

    @Test
    void gibibytes_areThoseOfTheTariff() {
        TrafficMatrix matrix = new PaperCluster(3, 3, 3, 1, 1 << 20).matrix();

        RangeReport report = RangeReport.of(matrix, settings(Preset.GCP, true));

        assertThat(report.unit()).isEqualTo("GiB");
        assertThat(report.lines().get(0).appGb()).isCloseTo(2 * SECONDS / 1024, CENT);
        assertThat(report.lines().get(0).tier()).isEqualTo(Tier.CROSS_REGION);
        assertThat(report.lines().get(0).chosen().spec()).isEqualTo(CodecSpec.of(Codec.GZIP, 6));
    }

    @Test
    void pricesOfBothEnds_areCountedOnce_whateverTheTariffCounts() {
        Tariff oneEnd = Tariff.of(Preset.AWS);
        Tariff bothEnds = new Tariff(
                Preset.AWS,
                Map.of(),
                List.of(),
                Discount.NONE,
                true,
                oneEnd.listCpuCoreHour(),
                oneEnd.storageGbMonth());
        TrafficMatrix matrix = new PaperCluster(1000, 3, 1, 3, 100e6).matrix();

        RangeReport report = RangeReport.of(matrix, settings(bothEnds, true));

        assertThat(report.usdWithout()).isCloseTo(10_519.20, CENT);
        assertThat(report.lines())
                .isEqualTo(RangeReport.of(matrix, settings(oneEnd, true)).lines());
        assertClose(report.usdKeepAlive(), 153.11, 1_011.60);
    }

    @Test
    void trafficWithoutAPrice_hasNoBestCodec() {
        RangeReport report = RangeReport.of(new PaperCluster(3, 3, 1, 1, 1e6).matrix(), settings(Preset.AWS, true));

        assertThat(report.codecs()).isEmpty();
        assertThat(report.best()).isEmpty();
        assertThat(report.usdWithout()).isZero();
    }

    private static RangeSettings settings(Preset prices, boolean encrypted) {
        return settings(Tariff.of(prices), encrypted);
    }

    private static RangeSettings settings(Tariff tariff, boolean encrypted) {
        return new RangeSettings(
                TrafficKind.ANY,
                TrafficClass.REPLICATION,
                Policy.STANDARD,
                AutoSettings.STANDARD,
                List.of(CodecSpec.of(Codec.LZ4), CodecSpec.of(Codec.DENSE)),
                encrypted,
                tariff);
    }

    private static void assertClose(Range actual, double low, double high) {
        assertClose(actual, low, high, CENT);
    }

    private static void assertClose(Range actual, double low, double high, Offset<Double> offset) {
        assertThat(actual.low()).isCloseTo(low, offset);
        assertThat(actual.high()).isCloseTo(high, offset);
    }
}
