package io.narrows.bench;

import io.narrows.bench.load.Outcome;
import io.narrows.bench.load.PairRecording;
import io.narrows.bench.load.PairReplay;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.report.Spread;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the one-way delay of a recording without {@code what-if}, without it again, and with it. The first replay through new
 * sidecars is sampled; during the second one, which counts, the sample is compressed.
 *
 * @param recording replayed at its own pace
 */
record WhatIfDelays(PairRecording recording) {
    private static final String RULE = "{codec: zstd, level: 1}";
    private static final double NANOS_PER_MICRO = 1e3;

    /** Returns a table of the delays, with their extremes. */
    String table(int rounds) throws IOException {
        Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
        Routes routes = new Routes();
        for (int round = 1; round <= rounds; round++) {
            for (String variant : List.of("without", "without, again", "with what-if")) {
                String key = variant.startsWith("without") ? "" : "what-if: true";
                outcomes.computeIfAbsent(variant, any -> new ArrayList<>()).add(measured(key, routes));
                System.err.println("bench: round " + round + ", " + variant);
            }
        }
        MarkdownTable table =
                MarkdownTable.ofFigures(recording.score().name(), List.of("p50 µs", "p90 µs", "p99 µs", "p99.9 µs"));
        outcomes.forEach((variant, runs) ->
                table.row(variant, List.of(micros(runs, 50), micros(runs, 90), micros(runs, 99), micros(runs, 99.9))));
        return table.toString();
    }

    private Outcome measured(String key, Routes routes) throws IOException {
        try (MutualTunnel tunnel = MutualTunnel.open(RULE, key, routes.next(), routes.next())) {
            PairReplay replay = new PairReplay(recording);
            replay.run(tunnel.out(), tunnel.in());
            Measurement.settle();
            Outcome outcome = replay.run(tunnel.out(), tunnel.in());
            tunnel.check();
            if (outcome.mismatches() > 0) {
                throw new IOException("the tunnel delivered other bytes than were sent");
            }
            return outcome;
        }
    }

    private static String micros(List<Outcome> runs, double percentile) {
        return Spread.of(runs.stream()
                        .map(run -> run.delays().getValueAtPercentile(percentile) / NANOS_PER_MICRO)
                        .toList())
                .text(0);
    }
}
