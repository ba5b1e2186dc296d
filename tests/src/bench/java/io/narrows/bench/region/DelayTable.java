package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.report.MarkdownTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/** Formats the one-way delays of a recording's frames to the followers. */
final class DelayTable {
    private static final long NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final List<Sharing> WAYS = List.of(Sharing.NONE, Sharing.ONE, Sharing.SECOND, Sharing.RELAY);

    private final Map<Sharing, List<Frame>> coded;
    private final int seeds;

    /** Delays, and how much longer they are than those of the same frames with separate contexts, in microseconds. */
    private record Delays(Histogram delays, Histogram waits) {
        double millis(double percentile) {
            return delays.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
        }
    }

    /** @param seeds number of simulations */
    DelayTable(Map<Sharing, List<Frame>> coded, int seeds) {
        this.coded = coded;
        this.seeds = seeds;
    }

    String of(String recording, List<Border> borders) {
        MarkdownTable table = MarkdownTable.ofFigures(
                recording,
                List.of("jitter ms", "loss", "p50 ms", "p99", "p99.9", "p99 more", "waits: p50", "p99", "p99.9"));
        for (Border border : borders) {
            double before = delays(Sharing.NONE, border).millis(99);
            for (Sharing sharing : WAYS) {
                Delays delays = delays(sharing, border);
                table.row(
                        sharing.label(),
                        List.of(
                                "%.1f".formatted(border.jitterNanos() / NANOS_PER_MILLI),
                                "%.2f %%".formatted(100 * border.loss()),
                                "%.1f".formatted(delays.millis(50)),
                                "%.1f".formatted(delays.millis(99)),
                                "%.1f".formatted(delays.millis(99.9)),
                                "%.1f".formatted(delays.millis(99) - before),
                                wait(delays, 50),
                                wait(delays, 99),
                                wait(delays, 99.9)));
            }
        }
        return table.toString();
    }

    private static String wait(Delays delays, double percentile) {
        return "%.1f".formatted(delays.waits().getValueAtPercentile(percentile) / MICROS_PER_MILLI);
    }

    private Delays delays(Sharing sharing, Border border) {
        Delays delays = new Delays(new Histogram(3), new Histogram(3));
        Map<String, List<Frame>> separate = byStream(Sharing.NONE);
        byStream(sharing).forEach((stream, frames) -> {
            for (int seed = 0; seed < seeds; seed++) {
                long[] before = Delivery.nanos(separate.get(stream), Sharing.NONE, border, seed);
                long[] now = Delivery.nanos(frames, sharing, border, seed);
                for (int i = 0; i < now.length; i++) {
                    delays.delays().recordValue((now[i] - frames.get(i).read().nanos()) / NANOS_PER_MICRO);
                    delays.waits().recordValue(Math.max(0, now[i] - before[i]) / NANOS_PER_MICRO);
                }
            }
        });
        return delays;
    }

    private Map<String, List<Frame>> byStream(Sharing sharing) {
        return coded.get(sharing).stream()
                .filter(frame -> frame.read().fromLeader())
                .collect(Collectors.groupingBy(frame -> frame.read().stream()));
    }
}
