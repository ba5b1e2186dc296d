package io.narrows.bench;

import io.narrows.bench.load.PacedConnection;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.tests.support.Metrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Compares {@code codec: auto} with fixed codecs on a connection whose nature changes: text, then noise, then text, at 2 MB/s. Each
 * phase takes 40 s with auto, which has to notice the change, and 8 s with a fixed codec.
 */
final class AutoChanging {
    private static final double BYTES_PER_SECOND = 2e6;
    private static final Duration PHASE = Duration.ofSeconds(40);
    private static final Duration FIXED_PHASE = Duration.ofSeconds(8);
    private static final Duration WARM_UP = Duration.ofSeconds(4);

    /** More than any row of text. */
    private static final int ROW_BYTES = 128;

    private static final List<CodecSpec> FIXED = List.of(
            CodecSpec.of(Codec.ZSTD, 1),
            CodecSpec.of(Codec.ZSTD, 9),
            CodecSpec.of(Codec.DENSE, 2),
            CodecSpec.of(Codec.NONE));

    /**
     * A run with its phases.
     *
     * @param run whose figures are those of all phases
     */
    private record Phases(CodecRun run, List<SentFigures> each) {
        double usdPerGigabyte(int phase) {
            return each.get(phase).usdPerGigabyte();
        }

        /** Returns the cost of phases of equal length. */
        double usdPerGigabyte() {
            return each.stream()
                    .mapToDouble(SentFigures::usdPerGigabyte)
                    .average()
                    .orElseThrow();
        }
    }

    private final Routes routes = new Routes();

    /** Measures, and returns a table with a line for each codec and for auto. */
    String table() throws IOException {
        List<Phases> fixed = new ArrayList<>();
        for (CodecSpec codec : FIXED) {
            fixed.add(measured(CodecRule.of(codec)));
        }
        double best = fixed.stream().mapToDouble(Phases::usdPerGigabyte).min().orElseThrow();
        Phases auto = measured(CodecRule.AUTO);
        MarkdownTable table = MarkdownTable.ofFigures(
                "USD per GB",
                List.of(
                        "text",
                        "noise",
                        "text again",
                        "all",
                        "than the best codec",
                        "most processors in 10 s",
                        "chosen",
                        "most switches a minute"));
        for (Phases phases : fixed) {
            row(table, phases, best);
        }
        row(table, auto, best);
        return table.toString();
    }

    private static void row(MarkdownTable table, Phases phases, double best) {
        CodecRun run = phases.run();
        table.row(
                run.rule().label(),
                List.of(
                        "%.6f".formatted(phases.usdPerGigabyte(0)),
                        "%.6f".formatted(phases.usdPerGigabyte(1)),
                        "%.6f".formatted(phases.usdPerGigabyte(2)),
                        "%.6f".formatted(phases.usdPerGigabyte()),
                        AutoTable.percent(phases.usdPerGigabyte(), best),
                        AutoTable.processors(run),
                        String.join(", ", run.choices().used()),
                        run.rule().isAuto() ? "%.0f".formatted(run.choices().mostSwitches()) : ""));
    }

    private Phases measured(CodecRule rule) throws IOException {
        Duration phase = rule.isAuto() ? PHASE : FIXED_PHASE;
        String name = "changing, " + rule.label();
        try (MutualTunnel tunnel = MutualTunnel.open(rule.text(), routes.next(), routes.next());
                PacedConnection connection = PacedConnection.open(tunnel.out());
                SidecarWatch watch = SidecarWatch.of(tunnel, true, name, rule.isAuto())) {
            if (!rule.isAuto()) {
                connection.send(text(bytes(WARM_UP), 0), WARM_UP);
            }
            SentFigures first = sent(tunnel);
            SentFigures before = first;
            List<SentFigures> each = new ArrayList<>();
            for (byte[] content : List.of(text(bytes(phase), 1), noise(bytes(phase), 2), text(bytes(phase), 3))) {
                connection.send(content, phase);
                tunnel.check();
                SentFigures now = sent(tunnel);
                each.add(now.minus(before));
                before = now;
                System.err.printf(
                        "bench: %s, phase %d, %.6f USD per GB%n",
                        name, each.size(), each.get(each.size() - 1).usdPerGigabyte());
                watch.printLastAnswer();
            }
            watch.check();
            return new Phases(new CodecRun(rule, before.minus(first), watch.mostProcessors(), watch.choices()), each);
        }
    }

    private static int bytes(Duration phase) {
        return (int) (phase.toSeconds() * BYTES_PER_SECOND);
    }

    private static SentFigures sent(MutualTunnel tunnel) throws IOException {
        Measurement.pause(SentFigures.LAG);
        return SentFigures.of(new Metrics(tunnel.ask(true, "/metrics")));
    }

    /** Returns rows of orders: the same fields, with ascending keys and values of few digits. */
    private static byte[] text(int bytes, long seed) {
        Random random = new Random(seed);
        StringBuilder rows = new StringBuilder(bytes + ROW_BYTES);
        for (long order = seed * 10_000_000; rows.length() < bytes; order++) {
            rows.append("order=")
                    .append(order)
                    .append(" customer=")
                    .append(random.nextInt(30_000))
                    .append(" warehouse=")
                    .append(random.nextInt(10))
                    .append(" status=")
                    .append(random.nextInt(8) == 0 ? "new" : "delivered")
                    .append(" quantity=")
                    .append(random.nextInt(20))
                    .append(" amount=")
                    .append(random.nextInt(1_000_000))
                    .append('\n');
        }
        return rows.substring(0, bytes).getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] noise(int bytes, long seed) {
        byte[] noise = new byte[bytes];
        new Random(seed).nextBytes(noise);
        return noise;
    }
}
