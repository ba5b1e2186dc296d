package io.narrows.cli.estimate.page;

import io.narrows.cli.estimate.AutoNote;
import io.narrows.cli.estimate.Plain;
import io.narrows.cli.estimate.page.Bar.Style;
import io.narrows.codec.CodecSpec;
import io.narrows.estimate.flow.CodecRange;
import io.narrows.estimate.flow.DistanceLine;
import io.narrows.estimate.flow.KeepAliveLine;
import io.narrows.estimate.flow.RangeReport;
import io.narrows.estimate.flow.TrafficMatrix;
import io.narrows.estimate.flow.ZonePath;
import io.narrows.estimate.measured.Range;
import io.narrows.terminal.output.Amounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The page of an estimate of traffic whose content is unknown. */
public final class RangePage {
    private static final int MOST_PATHS = 20;

    private final RangeReport report;

    public RangePage(RangeReport report) {
        this.report = report;
    }

    /**
     * Returns the text of the file.
     *
     * @param source of the traffic, in words
     */
    public String html(String source) {
        return new Page(
                        source,
                        report.settings().tariff().name(),
                        report.usdWithout(),
                        report.usdWithPolicy(),
                        new TopologyDrawing(report.matrix().nodes(), traffic(), report.unit()),
                        bars(),
                        List.of(distances(), keepAlive(), paths()),
                        notes(),
                        "")
                .html();
    }

    private Map<ZonePath, Double> traffic() {
        Map<ZonePath, Double> traffic = new TreeMap<>();
        report.matrix().bytesPerSecond().keySet().forEach(path -> traffic.put(path, report.gbPerMonth(path)));
        return traffic;
    }

    private List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        bars.add(new Bar("without sidecars", "", Range.exactly(report.usdWithout()), Style.WITHOUT));
        bars.add(new Bar("the policy", "with idle links", report.usdWithPolicy(), Style.POLICY));
        for (CodecRange codec : report.codecs()) {
            boolean best = report.best().filter(codec.spec()::equals).isPresent();
            bars.add(new Bar(
                    codec.spec().toString(),
                    best ? "lowest maximum" : "",
                    codec.usd(),
                    best ? Style.BEST : Style.CODEC));
        }
        return bars;
    }

    private PageTable distances() {
        String unit = report.unit() + " a month";
        return new PageTable(
                "By distance",
                2,
                List.of(
                        "distance",
                        "codec of the policy",
                        unit,
                        unit + " on links",
                        "USD without",
                        "USD on links",
                        "USD of CPU"),
                report.lines().stream().map(RangePage::row).toList());
    }

    private static List<String> row(DistanceLine line) {
        CodecSpec spec = line.chosen().spec();
        return List.of(
                line.tier().label(),
                spec.toString(),
                Plain.gigabytes(line.appGb()),
                PageAmounts.gigabytes(line.chosen().wireGb()),
                PageAmounts.usd(line.usdWithout()),
                PageAmounts.usd(line.chosen().usdTraffic()),
                PageAmounts.usd(line.chosen().usdCpu()));
    }

    private PageTable keepAlive() {
        return new PageTable(
                "Idle links",
                1,
                List.of("distance", "pairs of nodes", report.unit() + " a month", "USD"),
                report.keepAlive().stream().map(RangePage::row).toList());
    }

    private static List<String> row(KeepAliveLine line) {
        return List.of(
                line.tier().label(),
                String.format(Locale.ROOT, "%,.0f", line.pairs()),
                PageAmounts.gigabytes(line.gb()),
                PageAmounts.usd(line.usd()));
    }

    private PageTable paths() {
        List<List<String>> rows = report.matrix().bytesPerSecond().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .sorted(Map.Entry.<ZonePath, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_PATHS)
                .map(entry -> List.of(
                        entry.getKey().from().toString(),
                        entry.getKey().to().toString(),
                        entry.getKey().tier().label(),
                        Plain.gigabytes(report.gbPerMonth(entry.getKey())),
                        PageAmounts.usd(report.usdPerMonth(entry.getKey()))))
                .collect(Collectors.toList());
        return new PageTable(
                "Traffic without sidecars",
                3,
                List.of("from", "to", "distance", report.unit() + " a month", "USD"),
                rows);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        notes.add("Ranges are those of measurements on recorded traffic ("
                + report.settings().kind().label()
                + "), with links " + (report.settings().encryptedLinks() ? "with" : "without") + " TLS: "
                + String.join("; ", report.sources()) + ".");
        notes.add(
                "Codecs are compared for the traffic that has a price. Idle links: what keeps the links of a pair of nodes"
                        + " alive that carry nothing else.");
        report.auto().map(AutoNote::of).ifPresent(note -> notes.add(note + "."));
        TrafficMatrix matrix = report.matrix();
        if (!matrix.unknownNames().isEmpty()) {
            notes.add(Amounts.bytes(matrix.unknownBytesPerSecond()) + "/s are left out, because these have no place: "
                    + String.join(", ", matrix.unknownNames()) + ".");
        }
        if (matrix.bytesPerSecond().size() > MOST_PATHS) {
            notes.add("The last table has the " + MOST_PATHS + " paths with most traffic.");
        }
        return notes;
    }
}
