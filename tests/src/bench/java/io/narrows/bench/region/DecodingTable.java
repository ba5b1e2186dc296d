package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.report.MarkdownTable;
import io.narrows.codec.Codecs;
import java.util.List;
import java.util.Map;

/** Formats the processor time that each follower's sidecar takes to decode the leader's frames. */
final class DecodingTable {
    private static final double NANOS_PER_MILLI = 1e6;

    private DecodingTable() {}

    /** @param rounds number of measurements, of which the least counts */
    static String of(String recording, Map<Sharing, List<Frame>> coded, Codecs codecs, int rounds) {
        MarkdownTable table = MarkdownTable.ofFigures(recording, List.of("sidecar 1, ms", "sidecar 2, ms"));
        for (Sharing sharing : List.of(Sharing.NONE, Sharing.ONE)) {
            table.row(
                    sharing.label(),
                    List.of(
                            least(coded.get(sharing), sharing, 0, codecs, rounds),
                            least(coded.get(sharing), sharing, 1, codecs, rounds)));
        }
        return table.toString();
    }

    private static String least(List<Frame> frames, Sharing sharing, int follower, Codecs codecs, int rounds) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            least = Math.min(least, DecodingTime.nanos(frames, sharing, follower, codecs));
        }
        return "%.0f".formatted(least / NANOS_PER_MILLI);
    }
}
