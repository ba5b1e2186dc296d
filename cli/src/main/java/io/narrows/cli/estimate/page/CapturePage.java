package io.narrows.cli.estimate.page;

import io.narrows.cli.estimate.CaptureNotes;
import io.narrows.cli.estimate.PackedNote;
import io.narrows.cli.estimate.Plain;
import io.narrows.cli.estimate.page.Bar.Style;
import io.narrows.codec.CodecSpec;
import io.narrows.estimate.flow.Zone;
import io.narrows.estimate.flow.ZonePath;
import io.narrows.estimate.measured.Range;
import io.narrows.estimate.report.CodecLine;
import io.narrows.estimate.report.PolicyProposal;
import io.narrows.estimate.report.Report;
import io.narrows.estimate.report.TrafficLine;
import io.narrows.estimate.topology.PlacedNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The page of an estimate of captured traffic. */
public final class CapturePage {
    private static final int MOST_LINES = 200;
    private static final int MOST_NOTES = 20;

    private final Report report;

    public CapturePage(Report report) {
        this.report = report;
    }

    /** Returns the text of the file. */
    public String html() {
        return new Page(
                        String.format(
                                Locale.ROOT,
                                "%,d captured connection%s in %.1f s",
                                report.counts().connections(),
                                report.counts().connections() == 1 ? "" : "s",
                                report.packets().nanos() / 1e9),
                        report.tariff().name(),
                        report.usdWithout(),
                        Range.exactly(report.usdWithPolicy()),
                        topology(),
                        bars(),
                        List.of(traffic()),
                        notes(),
                        PolicyProposal.yaml(report))
                .html();
    }

    private String unit() {
        return report.tariff().preset().unit().label();
    }

    private TopologyDrawing topology() {
        SortedMap<Zone, Integer> nodes = new TreeMap<>();
        Map<ZonePath, Double> traffic = new TreeMap<>();
        Set<PlacedNode> known = new HashSet<>();
        for (TrafficLine line : report.lines()) {
            PlacedNode from = line.key().from();
            PlacedNode to = line.key().to();
            for (PlacedNode node : List.of(from, to)) {
                if (known.add(node)) {
                    nodes.merge(Zone.of(node.location()), 1, Integer::sum);
                }
            }
            traffic.merge(ZonePath.between(from.location(), to.location()), line.appGb(), Double::sum);
        }
        return new TopologyDrawing(nodes, traffic, unit());
    }

    private List<Bar> bars() {
        List<Bar> bars = new ArrayList<>();
        bars.add(new Bar("without sidecars", "", Range.exactly(report.usdWithout()), Style.WITHOUT));
        bars.add(new Bar("the policy", "", Range.exactly(report.usdWithPolicy()), Style.POLICY));
        bars.add(new Bar("the best codecs", "of each line", Range.exactly(report.usdWithBest()), Style.BEST));
        commonCodecs().entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(codec ->
                        bars.add(new Bar(codec.getKey().toString(), "", Range.exactly(codec.getValue()), Style.CODEC)));
        return bars;
    }

    /** Returns the codecs that were run on all traffic, with their prices. */
    private Map<CodecSpec, Double> commonCodecs() {
        Map<CodecSpec, Double> prices = new TreeMap<>(Comparator.comparing(CodecSpec::toString));
        if (!report.lines().isEmpty()) {
            report.lines().get(0).codecs().stream()
                    .map(CodecLine::spec)
                    .filter(spec -> report.lines().stream()
                            .allMatch(line -> line.codec(spec).isPresent()))
                    .forEach(spec -> prices.put(
                            spec,
                            report.lines().stream()
                                    .mapToDouble(line ->
                                            line.codec(spec).orElseThrow().usd())
                                    .sum()));
        }
        return prices;
    }

    private PageTable traffic() {
        String unit = unit() + " a month";
        return new PageTable(
                "Traffic",
                5,
                List.of(
                        "from",
                        "to",
                        "class",
                        "distance",
                        "best codec",
                        unit,
                        unit + " on links",
                        "ratio",
                        "USD without",
                        "USD with the policy",
                        "USD with the best"),
                report.lines().stream().limit(MOST_LINES).map(CapturePage::row).toList());
    }

    private static List<String> row(TrafficLine line) {
        return List.of(
                line.key().from().name(),
                line.key().to().name(),
                line.key().trafficClass().name(),
                line.key().tier().label(),
                line.best().spec().toString(),
                Plain.gigabytes(line.appGb()),
                Plain.gigabytes(line.best().wireGb()),
                String.format(Locale.ROOT, "%.2f", line.best().ratio()),
                PageAmounts.usd(line.usdWithout()),
                PageAmounts.usd(line.chosen().usd()),
                PageAmounts.usd(line.best().usd()));
    }

    /** Returns what {@code unpack} would bring, a sentence for each line on which something was found. */
    private List<String> packed() {
        List<String> sentences = new ArrayList<>();
        for (TrafficLine line : report.lines()) {
            for (CodecLine best : line.packed().stream()
                    .flatMap(packed -> packed.codecs().stream().limit(1))
                    .toList()) {
                sentences.add(String.format(
                        Locale.ROOT,
                        "Class %s from %s to %s: %s %s carries %s %s a month on links, for %s USD.",
                        line.key().trafficClass(),
                        line.key().from().name(),
                        line.key().to().name(),
                        PackedNote.of(line, line.packed().orElseThrow()),
                        best.spec(),
                        Plain.gigabytes(best.wireGb()),
                        unit(),
                        PageAmounts.usd(best.usd())));
            }
        }
        return sentences.stream().limit(MOST_NOTES).toList();
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        Set<String> obstacles = new TreeSet<>();
        for (TrafficLine line : report.lines()) {
            line.obstacle()
                    .ifPresent(text ->
                            obstacles.add("Class " + line.key().trafficClass() + " does not shrink: " + text + "."));
        }
        notes.addAll(obstacles);
        notes.addAll(packed());
        notes.add("Amounts assume that the whole month is like the capture.");
        if (report.lines().size() > MOST_LINES) {
            notes.add("The table has the " + MOST_LINES + " most expensive of "
                    + report.lines().size() + " lines.");
        }
        CaptureNotes.of(report).forEach(note -> notes.add(note + "."));
        return notes;
    }
}
