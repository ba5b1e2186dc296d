package io.narrows.bench.region;

import io.narrows.bench.machine.ScratchFolder;
import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.report.DocOptions;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.testkit.program.Benchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Replays the frames of one context through processes on three hosts, and measures how long followers wait for each other's. */
@Command(
        name = "region-replay",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Sends frames as long as those of one context for two followers at their recorded times over TCP, from one host to two,"
                    + " which pass them on to each other over a link without delay.",
            "Takes a minute."
        })
public final class RegionReplayCommand implements Benchmark {
    private static final double MICROS_PER_MILLI = 1e3;
    private static final long NANOS_PER_MICRO = 1_000;
    /** Frames of this time are left out, as the connections' windows grow. */
    private static final long WARM_UP_NANOS = 500_000_000;

    @Parameters(paramLabel = "FILE", description = "Recordings as for region-history. Default: the project's.")
    private List<Path> files = List.of();

    @Option(
            names = "--delay",
            defaultValue = "40",
            paramLabel = "MILLIS",
            description = "Between the regions, one way. Default: ${DEFAULT-VALUE}.")
    private int delayMillis;

    @Option(
            names = "--loss",
            split = ",",
            defaultValue = "0,1,10",
            paramLabel = "N",
            description = "Packets of 1,000 that are lost on their way to a follower. Default: ${DEFAULT-VALUE}.")
    private List<Integer> losses;

    @Option(
            names = "--reps",
            defaultValue = "3",
            paramLabel = "N",
            description = "Replays of each. Default: ${DEFAULT-VALUE}.")
    private int reps;

    @Mixin
    private DocOptions doc;

    private final Codecs codecs = Codecs.load();

    /** Delays of frames as they arrive, with what they wait for, and the waits alone, in microseconds. */
    private record Delays(Histogram own, Histogram decodable, Histogram waits) {}

    @Override
    public Integer call() throws IOException {
        MarkdownTable table = MarkdownTable.ofFigures(
                "recording",
                List.of(
                        "loss",
                        "separate: p50 ms",
                        "p99",
                        "p99.9",
                        "one context: p50",
                        "p99",
                        "p99.9",
                        "p99 more",
                        "waits: p99"));
        for (RegionTraffic traffic : RegionTraffic.read(files)) {
            List<Frame> frames = busiest(RegionCoder.code(
                    traffic,
                    Variant.of(Sharing.ONE),
                    codecs,
                    CodecSpec.of(Codec.DENSE, 2).withWindowLog(23)));
            for (int loss : losses) {
                Delays delays = new Delays(new Histogram(3), new Histogram(3), new Histogram(3));
                for (int rep = 0; rep < reps; rep++) {
                    try (ScratchFolder folder = ScratchFolder.temporary("narrows-region-")) {
                        record(
                                frames,
                                RegionReplay.run(frames, loss, Duration.ofMillis(delayMillis), folder.path()),
                                delays);
                    }
                }
                table.row(traffic.name(), cells(loss, delays));
            }
        }
        doc.publish(table.toString());
        return 0;
    }

    /** Returns the leader's frames on the connections with the most of them. */
    private static List<Frame> busiest(List<Frame> frames) {
        return frames.stream()
                .filter(frame -> frame.read().fromLeader())
                .collect(Collectors.groupingBy(frame -> frame.read().stream()))
                .values()
                .stream()
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
    }

    private static void record(List<Frame> frames, ReplayTimes times, Delays delays) {
        int[] followers =
                frames.stream().mapToInt(frame -> frame.read().follower()).toArray();
        long[] decodable = Delivery.decodable(Sharing.ONE, followers, times.own(), times.passed());
        for (int i = 0; i < followers.length; i++) {
            if (times.sent()[i] - times.sent()[0] > WARM_UP_NANOS) {
                delays.own().recordValue((times.own()[i] - times.sent()[i]) / NANOS_PER_MICRO);
                delays.decodable().recordValue((decodable[i] - times.sent()[i]) / NANOS_PER_MICRO);
                delays.waits().recordValue((decodable[i] - times.own()[i]) / NANOS_PER_MICRO);
            }
        }
    }

    private static List<String> cells(int loss, Delays delays) {
        return List.of(
                "%.1f %%".formatted(loss / 10.0),
                millis(delays.own(), 50),
                millis(delays.own(), 99),
                millis(delays.own(), 99.9),
                millis(delays.decodable(), 50),
                millis(delays.decodable(), 99),
                millis(delays.decodable(), 99.9),
                "%.1f"
                        .formatted((delays.decodable().getValueAtPercentile(99)
                                        - delays.own().getValueAtPercentile(99))
                                / MICROS_PER_MILLI),
                millis(delays.waits(), 99));
    }

    private static String millis(Histogram micros, double percentile) {
        return "%.1f".formatted(micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI);
    }
}
