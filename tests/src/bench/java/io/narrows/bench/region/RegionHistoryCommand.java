package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.report.DocOptions;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Computes what a history that two followers of a region share would save across the border, and how long frames would wait for it. */
@Command(
        name = "region-history",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Codes recorded traffic between a leader and two followers in another region with dense, with contexts that the"
                    + " followers share and without, and simulates when its frames arrive.",
            "Bytes and delays are the same on every machine. Takes about a minute."
        })
public final class RegionHistoryCommand implements Benchmark {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<Variant> VARIANTS = List.of(
            Variant.of(Sharing.NONE),
            Variant.of(Sharing.ONE),
            Variant.of(Sharing.RELAY),
            Variant.of(Sharing.EACH),
            Variant.of(Sharing.SECOND),
            Variant.confirmed(40),
            Variant.confirmed(80),
            Variant.withPairHistory(Sharing.NONE),
            Variant.withPairHistory(Sharing.ONE));

    @Parameters(
            paramLabel = "FILE",
            description =
                    "Packed recordings, with connections of classes such as leader-log-1 and follower-log-2. Default: the project's.")
    private List<Path> files = List.of();

    @Option(
            names = "--level",
            defaultValue = "2",
            paramLabel = "N",
            description = "Of dense. Default: ${DEFAULT-VALUE}.")
    private int level;

    @Option(
            names = "--window-log",
            defaultValue = "23",
            paramLabel = "N",
            description = "Base-two logarithm of the window in bytes. Default: ${DEFAULT-VALUE}.")
    private int windowLog;

    @Option(
            names = "--linger",
            defaultValue = "0",
            paramLabel = "MILLIS",
            description = "Joins reads within that time. Default: ${DEFAULT-VALUE}.")
    private double lingerMillis;

    @Option(
            names = "--delay",
            defaultValue = "40",
            paramLabel = "MILLIS",
            description = "Across the border, one way. Default: ${DEFAULT-VALUE}.")
    private double delayMillis;

    @Option(
            names = "--jitter",
            split = ",",
            defaultValue = "0,0.5,2",
            paramLabel = "MILLIS",
            description = "Deviation of that delay; losses occur with the second. Default: ${DEFAULT-VALUE}.")
    private List<Double> jitters;

    @Option(
            names = "--loss",
            split = ",",
            defaultValue = "0.01,0.1,1",
            paramLabel = "PERCENT",
            description = "Segments lost on the border, besides none. Default: ${DEFAULT-VALUE}.")
    private List<Double> losses;

    @Option(
            names = "--seeds",
            defaultValue = "20",
            paramLabel = "N",
            description = "Simulations of each border. Default: ${DEFAULT-VALUE}.")
    private int seeds;

    @Option(
            names = "--rounds",
            defaultValue = "7",
            paramLabel = "N",
            description = "Measurements of processor time; the least counts. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Mixin
    private DocOptions doc;

    private final Codecs codecs = Codecs.load();

    @Override
    public Integer call() throws IOException {
        StringBuilder tables = new StringBuilder();
        for (RegionTraffic traffic : RegionTraffic.read(files)) {
            tables.append(tables(traffic.lingering(Math.round(lingerMillis * NANOS_PER_MILLI))))
                    .append('\n');
        }
        doc.publish(tables.toString());
        return 0;
    }

    private String tables(RegionTraffic traffic) {
        CodecSpec spec = new CodecSpec(Codec.DENSE, level, windowLog);
        Map<Variant, List<Frame>> coded = new LinkedHashMap<>();
        for (Variant variant : VARIANTS) {
            coded.put(variant, RegionCoder.code(traffic, variant, codecs, spec));
        }
        Map<Sharing, List<Frame>> byWay = byWay(coded);
        return String.join(
                "\n",
                ByteTable.of(traffic.name() + ", bytes", coded),
                new DelayTable(byWay, seeds).of(traffic.name() + ", delay", borders()),
                DecodingTable.of(traffic.name() + ", decoding", byWay, codecs, rounds));
    }

    /** Returns the frames of each way of sharing, without the history of pairs. */
    private static Map<Sharing, List<Frame>> byWay(Map<Variant, List<Frame>> coded) {
        Map<Sharing, List<Frame>> frames = new LinkedHashMap<>();
        coded.forEach((variant, list) -> frames.putIfAbsent(variant.sharing(), list));
        return frames;
    }

    private List<Border> borders() {
        List<Border> borders = new ArrayList<>();
        for (double jitter : jitters) {
            borders.add(border(jitter, 0));
        }
        for (double loss : losses) {
            borders.add(border(jitters.get(Math.min(1, jitters.size() - 1)), loss));
        }
        return borders;
    }

    private Border border(double jitterMillis, double lossPercent) {
        return new Border(
                Math.round(delayMillis * NANOS_PER_MILLI),
                Math.round(jitterMillis * NANOS_PER_MILLI),
                lossPercent / 100);
    }
}
