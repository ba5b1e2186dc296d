package io.narrows.estimate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.Discount;
import io.narrows.config.Preset;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.run.CodecFigures;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.Exchange;
import io.narrows.estimate.run.GzippedOrders;
import io.narrows.estimate.run.TrafficFigures;
import io.narrows.estimate.run.TrafficKey;
import io.narrows.estimate.tcp.Direction;
import io.narrows.estimate.tcp.Ending;
import io.narrows.estimate.tcp.PacketCounts;
import io.narrows.estimate.tcp.StreamConsumer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final double MONTHS_PER_SECOND = 1 / (30.4375 * 86_400);

    @TempDir
    Path folder;

    private final Exchange exchange = new Exchange();

    @Test
    void amounts_arePerMonthAtTheCapturesRate_forBothEnds() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);

        Report report = report(Tariff.STANDARD);

        TrafficLine line = report.lines().get(0);
        double months = months();
        assertThat(line.appGb()).isCloseTo(99 * 270 / 1e9 / months, within(1e-6));
        double ipBytes = 99 * (270 + 52);
        assertThat(line.usdWithout()).isCloseTo(ipBytes / 1e9 * 0.02 / months, within(1e-6));
        CodecLine chosen = line.chosen();
        assertThat(chosen.usdCpu())
                .isCloseTo(chosen.cores() * 30.4375 * 24 * Tariff.DEFAULT_CPU_CORE_HOUR, within(1e-9));
        assertThat(line.obstacle()).isEmpty();
    }

    @Test
    void best_costsLeast_processorTimeIncluded() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);
        TrafficFigures figures =
                exchange.estimate().traffic().values().iterator().next();
        CodecFigures none = figures.codecs().get(Estimate.NONE);
        CodecFigures zstd = figures.codecs().get(figures.policy().candidates().get(0));
        assertThat(zstd.ipBytes()).isLessThan(none.ipBytes());
        // at this price of a core-hour, zstd's processor time costs as much as the bytes that it saves
        double breakEven = (none.ipBytes() - zstd.ipBytes()) * 0.02 / 1e9 / (zstd.cpuSeconds() / 3600);

        TrafficLine dear = report(tariff(false, 2 * breakEven)).lines().get(0);
        TrafficLine cheap = report(tariff(false, breakEven / 2)).lines().get(0);

        assertThat(cheap.best().spec()).isNotEqualTo(Estimate.NONE);
        assertThat(dear.best().spec()).isEqualTo(Estimate.NONE);
        assertThat(dear.best().usd()).isCloseTo(none.ipBytes() * 0.02 / 1e9 / months(), withinPercentage(0.001));
        assertThat(dear.codecs()).extracting(CodecLine::spec).first().isEqualTo(Estimate.NONE);
    }

    @Test
    void pricesOfBothEnds_areCountedOnce_whateverTheTariffCounts() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);

        Report ofOneEnd = report(tariff(false, Tariff.DEFAULT_CPU_CORE_HOUR));
        Report ofBothEnds = report(tariff(true, Tariff.DEFAULT_CPU_CORE_HOUR));

        assertThat(ofBothEnds.usdWithout()).isPositive().isEqualTo(ofOneEnd.usdWithout());
        assertThat(ofBothEnds.lines()).isEqualTo(ofOneEnd.lines());
    }

    /** Returns the time from the connection's start to the pause after 99 texts. */
    private static double months() {
        return 200e-3 * MONTHS_PER_SECOND;
    }

    private Report report(Tariff tariff) throws NoRateException {
        return Report.of(exchange.estimate(), exchange.packets(), exchange.streams(), tariff);
    }

    private static Tariff tariff(boolean bothEnds, double cpuCoreHour) {
        return new Tariff(
                Preset.AWS, Map.of(), List.of(), Discount.NONE, bothEnds, cpuCoreHour, Tariff.DEFAULT_STORAGE_GB_MONTH);
    }

    @Test
    void noise_hasAnObstacle() throws Exception {
        StreamConsumer connection = exchange.open();
        Random random = new Random(1);
        byte[] noise = new byte[1000];
        for (int i = 0; i < 20; i++) {
            random.nextBytes(noise);
            exchange.client(connection, new String(noise, StandardCharsets.ISO_8859_1));
        }
        exchange.pause();

        assertThat(report(Tariff.STANDARD).lines().get(0).obstacle())
                .hasValueSatisfying(text -> assertThat(text).startsWith("compressed or random inside"));
    }

    @Test
    void noTime_hasNoRate() {
        Exchange still = new Exchange();
        StreamConsumer connection = still.open();
        connection.bytes(Direction.FROM_CLIENT, 2_000_000, ByteBuffer.allocate(10));
        connection.closed(Ending.CAPTURE_ENDED, 2_000_000);
        Estimate estimate = still.estimate();

        assertThatThrownBy(() -> Report.of(estimate, still.packets(), still.streams(), Tariff.STANDARD))
                .isInstanceOf(NoRateException.class)
                .hasMessageContaining("expected: a capture of some seconds");
    }

    @Test
    void timesCenturiesApart_haveNoRate() {
        exchange("text", 1);
        PacketCounts packets = new PacketCounts(2, Long.MAX_VALUE, 0, 2, 0, 0, 0, 0, 0, 0, 0);

        assertThatThrownBy(() -> Report.of(exchange.estimate(), packets, exchange.streams(), Tariff.STANDARD))
                .isInstanceOf(NoRateException.class)
                .hasMessageContaining("if_tsoffset may be wrong");
    }

    @Test
    void proposal_isAPolicyThatLoads() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);
        Report report = report(Tariff.STANDARD);

        Config config = withPolicy(PolicyProposal.yaml(report));

        assertThat(config.policy().rules()).hasSize(4);
        assertThat(config.policy().rules().get(2).compression().spec())
                .isEqualTo(report.lines().get(0).best().spec());
    }

    @Test
    void proposal_quotesClassesThatAreWordsOfYaml() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);
        Report report = report(Tariff.STANDARD);
        Report ofWord = withLine(report, withClass(report.lines().get(0), "null"));

        Config config = withPolicy("""
                classify:
                  - {class: 'null', starts-with: 'NULL'}
                """ + PolicyProposal.yaml(ofWord));

        assertThat(config.policy().rules()).hasSize(5);
    }

    @Test
    void proposal_keepsTheFormatsThatThePolicyUnpacks_withACodecThatCompresses() throws Exception {
        exchange("{\"kind\":\"pod\",\"name\":\"web\"}".repeat(10), 99);
        Report report = report(Tariff.STANDARD);
        TrafficLine line = report.lines().get(0);
        CodecLine none = new CodecLine(CodecSpec.of(Codec.NONE), 1, 1, 0, 0, 0, 0);
        List<CodecLine> noneFirst = Stream.concat(
                        Stream.of(none),
                        line.codecs().stream().filter(codec -> codec.spec().codec() != Codec.NONE))
                .toList();

        String usual = PolicyProposal.yaml(withLine(report, unpacking(line, Set.of(), noneFirst)));
        String unpacking = PolicyProposal.yaml(
                withLine(report, unpacking(line, Set.of(PackedFormat.ZSTD, PackedFormat.LZ4), noneFirst)));
        String onlyNone =
                PolicyProposal.yaml(withLine(report, unpacking(line, Set.of(PackedFormat.LZ4), List.of(none))));

        assertThat(usual).contains("  - {tier: cross-zone, codec: none}\n");
        assertThat(unpacking).containsPattern("  - \\{tier: cross-zone, codec: .*, unpack: \\[lz4, zstd]}\n");
        assertThat(withPolicy(unpacking).policy().rules().get(2).compression().unpack())
                .containsExactly(PackedFormat.LZ4, PackedFormat.ZSTD);
        assertThat(onlyNone).contains("  - {tier: cross-zone, codec: none}\n");
    }

    @Test
    void messagesThatTheApplicationCompressed_shrinkWithUnpack_whichIsProposed() throws Exception {
        exchange(new GzippedOrders(600));

        Report report = report(Tariff.STANDARD);
        TrafficLine line = report.lines().get(0);
        PackedLine packed = line.packed().orElseThrow();

        assertThat(packed.formats()).containsExactly(PackedFormat.GZIP);
        assertThat(packed.share()).isEqualTo(1);
        assertThat(packed.gb()).isBetween(0.9 * line.appGb(), line.appGb());
        assertThat(packed.codec(Estimate.NONE)).isEmpty();
        CodecSpec zstd = line.chosen().spec();
        assertThat(packed.codec(zstd).orElseThrow().wireGb())
                .isLessThan(0.8 * line.codec(zstd).orElseThrow().wireGb());
        assertThat(packed.codec(zstd).orElseThrow().cpuSecondsPerGb())
                .isGreaterThan(line.codec(zstd).orElseThrow().cpuSecondsPerGb());
        assertThat(PolicyProposal.yaml(report)).containsPattern("tier: cross-zone, codec: [^}]*, unpack: \\[gzip]}");
    }

    @Test
    void messagesThatTheApplicationCompressed_areAnObstacle_thatUnpackRemoves() throws Exception {
        exchange(new GzippedOrders(0));

        assertThat(report(Tariff.STANDARD).lines().get(0).obstacle())
                .hasValue("compressed or random inside: add unpack: [gzip] to the rule, or turn off the database's own"
                        + " compression, if it has one");
    }

    private static Report withLine(Report report, TrafficLine line) {
        return new Report(report.tariff(), report.packets(), report.streams(), report.counts(), List.of(line));
    }

    private static TrafficLine unpacking(TrafficLine line, Set<PackedFormat> unpack, List<CodecLine> codecs) {
        return new TrafficLine(
                line.key(),
                line.appGb(),
                line.usdWithout(),
                line.chosen(),
                line.best(),
                codecs,
                line.auto(),
                unpack,
                line.packed(),
                line.obstacle());
    }

    private static TrafficLine withClass(TrafficLine line, String trafficClass) {
        TrafficKey key = new TrafficKey(line.key().from(), line.key().to(), new TrafficClass(trafficClass));
        return new TrafficLine(
                key,
                line.appGb(),
                line.usdWithout(),
                line.chosen(),
                line.best(),
                line.codecs(),
                line.auto(),
                line.unpack(),
                line.packed(),
                line.obstacle());
    }

    private Config withPolicy(String yaml) throws Exception {
        Path file = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: us-east-1, zone: a, host: db-1}
                link: {listen: 127.0.0.1:15000}
                targets: {sql: 127.0.0.1:5432}
                peers:
                  - {id: db-2, region: us-east-1, zone: b, host: db-2, link: 127.0.0.1:15001}
                """ + yaml);
        return ConfigSource.of(file).load();
    }

    private void exchange(GzippedOrders orders) {
        StreamConsumer connection = exchange.open();
        for (int i = 0; i < 60; i++) {
            exchange.client(connection, orders.next());
        }
        exchange.pause();
    }

    /** Sends a text every two milliseconds. */
    private void exchange(String text, int times) {
        StreamConsumer connection = exchange.open();
        for (int i = 0; i < times; i++) {
            exchange.client(connection, text);
        }
        exchange.pause();
    }
}
