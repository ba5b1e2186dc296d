package io.narrows.bench;

import io.narrows.bench.load.Outcome;
import io.narrows.bench.load.PairRecording;
import io.narrows.bench.load.PairReplay;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.bench.tunnel.MutualTunnel;
import io.narrows.bench.tunnel.Routes;
import io.narrows.codec.Codec;
import io.narrows.codec.Levels;
import io.narrows.testkit.Json;
import io.narrows.tests.support.Metrics;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Compares the estimates of {@code what-if} with links that use each codec. Each is measured at a second replay, after code and
 * caches are warm.
 *
 * @param recording of one connection
 * @param nearSends whether most bytes go from the near node to the far one
 */
record WhatIfAccuracy(PairRecording recording, boolean nearSends) {
    private static final double GIGABYTE = 1e9;
    private static final Duration POLL = Duration.ofMillis(500);

    /** Longer than the rest of a peer and class between its turns. */
    private static final int MOST_REPLAYS = 30;

    private record Candidate(Codec codec, int level) {
        String rule() {
            return "{codec: " + codec.label() + (hasLevel() ? ", level: " + level : "") + "}";
        }

        String label() {
            return codec.label() + (hasLevel() ? " " + level : "");
        }

        private boolean hasLevel() {
            return Levels.of(codec).exist();
        }
    }

    private record Figures(double app, double wire, double seconds) {
        static final Figures NONE = new Figures(0, 0, 0);

        Figures minus(Figures earlier) {
            return new Figures(app - earlier.app, wire - earlier.wire, seconds - earlier.seconds);
        }

        double ratio() {
            return wire / app;
        }

        double secondsPerGigabyte() {
            return seconds / app * GIGABYTE;
        }
    }

    /** Measures, and returns a table with a line for each candidate. */
    String table() throws IOException {
        Routes routes = new Routes();
        Map<Candidate, Figures> estimates = estimates(routes);
        MarkdownTable table = MarkdownTable.ofFigures(
                recording.score().name(),
                List.of("wire / app, estimate", "link", "off by", "CPU s per GB, estimate", "link", "off by"));
        for (Map.Entry<Candidate, Figures> estimate : estimates.entrySet()) {
            Candidate candidate = estimate.getKey();
            Figures real = measured(candidate, routes);
            table.row(
                    candidate.label(),
                    List.of(
                            "%.4f".formatted(estimate.getValue().ratio()),
                            "%.4f".formatted(real.ratio()),
                            deviation(estimate.getValue().ratio(), real.ratio()),
                            "%.2f".formatted(estimate.getValue().secondsPerGigabyte()),
                            "%.2f".formatted(real.secondsPerGigabyte()),
                            deviation(estimate.getValue().secondsPerGigabyte(), real.secondsPerGigabyte())));
            System.err.println("bench: " + recording.score().name() + ", " + candidate.rule());
        }
        return table.toString();
    }

    private static String deviation(double of, double from) {
        return from == 0 ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * (of - from) / from);
    }

    /** Returns the estimates of the second turn alone. */
    private Map<Candidate, Figures> estimates(Routes routes) throws IOException {
        try (MutualTunnel tunnel =
                MutualTunnel.open("{codec: none}", "what-if: {share: 0.5}", routes.next(), routes.next())) {
            Map<Candidate, Figures> first = nextTurn(tunnel, Map.of());
            Map<Candidate, Figures> both = nextTurn(tunnel, first);
            both.replaceAll((candidate, figures) -> figures.minus(first.getOrDefault(candidate, Figures.NONE)));
            return both;
        }
    }

    /** Replays until another turn has been counted. */
    private Map<Candidate, Figures> nextTurn(MutualTunnel tunnel, Map<Candidate, Figures> earlier) throws IOException {
        for (int i = 0; i < MOST_REPLAYS; i++) {
            replay(tunnel);
            for (int polls = 0; polls < 4; polls++) {
                Map<Candidate, Figures> now = rows(tunnel.ask(nearSends, "/what-if"));
                if (!now.equals(earlier)) {
                    return now;
                }
                Measurement.pause(POLL);
            }
        }
        throw new IOException("no sample after " + MOST_REPLAYS + " replays");
    }

    private static Map<Candidate, Figures> rows(String answer) {
        Map<Candidate, Figures> rows = new LinkedHashMap<>();
        for (Object row : (List<?>) Json.object(answer).get("rows")) {
            List<?> cells = (List<?>) row;
            if (((List<?>) cells.get(4)).isEmpty()) { // without unpack
                rows.put(
                        new Candidate(codec((String) cells.get(2)), ((Number) cells.get(3)).intValue()),
                        new Figures(number(cells.get(5)), number(cells.get(6)), number(cells.get(7))));
            }
        }
        return rows;
    }

    private static Codec codec(String label) {
        return Arrays.stream(Codec.values())
                .filter(codec -> codec.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static double number(Object cell) {
        return ((Number) cell).doubleValue();
    }

    /** Returns the figures of a link that uses the candidate. */
    private Figures measured(Candidate candidate, Routes routes) throws IOException {
        try (MutualTunnel tunnel = MutualTunnel.open(candidate.rule(), routes.next(), routes.next())) {
            replay(tunnel);
            Figures before = sent(tunnel);
            replay(tunnel);
            return sent(tunnel).minus(before);
        }
    }

    private Figures sent(MutualTunnel tunnel) throws IOException {
        Metrics metrics = new Metrics(tunnel.ask(nearSends, "/metrics"));
        String[] labels = {"class=\"replication\"", "direction=\"sent\""};
        return new Figures(
                metrics.sum("narrows_app_bytes_total", labels),
                metrics.sum("narrows_wire_bytes_total", labels),
                metrics.sum("narrows_codec_cpu_seconds_total", labels));
    }

    private void replay(MutualTunnel tunnel) throws IOException {
        Outcome outcome = new PairReplay(recording).run(tunnel.out(), tunnel.in());
        Measurement.settle();
        tunnel.check();
        if (outcome.mismatches() > 0) {
            throw new IOException("the tunnel delivered other bytes than were sent");
        }
    }
}
