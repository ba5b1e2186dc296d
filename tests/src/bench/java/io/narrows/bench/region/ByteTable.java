package io.narrows.bench.region;

import io.narrows.bench.region.RegionCoder.Frame;
import io.narrows.bench.report.MarkdownTable;
import java.util.List;
import java.util.Map;

/** Formats the bytes of a recording across the border and between the sidecars of the region. */
final class ByteTable {
    /** Price of a gigabyte between zones of AWS, of both ends together, in dollars. */
    private static final double ZONES_USD = 0.02;

    private ByteTable() {}

    /** @param coded the first variant is what the others are compared with */
    static String of(String recording, Map<Variant, List<Frame>> coded) {
        List<Frame> separate = coded.values().iterator().next();
        CarriedBytes before =
                CarriedBytes.of(separate, coded.keySet().iterator().next(), separate);
        MarkdownTable table = MarkdownTable.ofFigures(
                recording,
                List.of(
                        "to followers, link bytes",
                        "IP bytes",
                        "both directions, link bytes",
                        "IP bytes",
                        "between neighbors, IP bytes",
                        "pays above $/GB"));
        coded.forEach((variant, frames) -> {
            CarriedBytes bytes = CarriedBytes.of(frames, variant, separate);
            table.row(
                    variant.name(),
                    List.of(
                            cell(before.toFollowers(), bytes.toFollowers()),
                            cell(before.toFollowersIp(), bytes.toFollowersIp()),
                            cell(before.border(), bytes.border()),
                            cell(before.borderIp(), bytes.borderIp()),
                            "%,.0f".formatted(bytes.neighborIp()),
                            paysAbove(before.borderIp() - bytes.borderIp(), bytes.neighborIp())));
        });
        return table.toString();
    }

    private static String cell(double before, double now) {
        return now == before
                ? "%,.0f".formatted(now)
                : "%,.0f (%+.1f %%)".formatted(now, 100 * (now - before) / before);
    }

    /** Returns the price between the regions at which the saved bytes cost as much as those between the neighbors. */
    private static String paysAbove(double saved, double passed) {
        if (passed == 0) {
            return "";
        }
        return saved <= 0 ? "never" : "%.3f".formatted(ZONES_USD * passed / saved);
    }
}
