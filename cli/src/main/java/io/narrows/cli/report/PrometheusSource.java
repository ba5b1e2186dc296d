package io.narrows.cli.report;

import io.narrows.cli.prometheus.PrometheusApi;
import io.narrows.lab.sidecar.Sample;
import io.narrows.lab.sidecar.Scrape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the metrics of sidecars over a period from Prometheus. Counts are increases as Prometheus extrapolates them to the
 * ends of the period, with restarts of sidecars.
 */
final class PrometheusSource {
    private static final long COARSEST_STEP = 300;
    private static final long STEPS = 1000;
    private static final Set<String> NONE = Set.of();

    private final PrometheusApi prometheus;
    private final String selector;

    /** @param selector of series, such as <code>{job="narrows"}</code>; all if empty */
    PrometheusSource(PrometheusApi prometheus, String selector) {
        this.prometheus = prometheus;
        this.selector = selector;
    }

    /** Returns a report for each node, by its id. */
    List<NodeReport> read(Period period) throws IOException {
        Map<Target, Sighting> sightings = sightings(period);
        if (sightings.isEmpty()) {
            throw new ReportException(prometheus + " has no " + TariffInfo.METRIC + selector + " from " + period
                    + "; does it scrape sidecars of this version?");
        }
        refuseNodesScrapedTwice(sightings.values());
        Map<Target, List<Sample>> counts = counts(period);
        Map<String, NodeReport> nodes = new TreeMap<>();
        List<Sighting> latestFirst = new ArrayList<>(sightings.values());
        latestFirst.sort(Comparator.comparingDouble(Sighting::last).reversed());
        for (Sighting seen : latestFirst) {
            Scrape counted = new Scrape(counts.getOrDefault(seen.target(), List.of()));
            nodes.merge(seen.node(), NodeReport.of(seen.tariff(), counted, period), NodeReport::plus);
        }
        warnOf(counts.keySet(), sightings.keySet());
        return List.copyOf(nodes.values());
    }

    private Map<Target, Sighting> sightings(Period period) throws IOException {
        Map<Map<String, String>, Double> first = new HashMap<>();
        for (Sample sample : ask(TariffInfo.METRIC, "min_over_time(" + times(period) + ")", period)) {
            first.put(sample.labels(), sample.value());
        }
        Map<Target, Sighting> sightings = new LinkedHashMap<>();
        for (Sample sample : ask(TariffInfo.METRIC, "max_over_time(" + times(period) + ")", period)) {
            Target target = Target.of(sample, TariffInfo.LABELS);
            Sighting sighting = new Sighting(
                    target,
                    TariffInfo.of(Target.exposed(sample, TariffInfo.LABELS)),
                    first.getOrDefault(sample.labels(), sample.value()),
                    sample.value());
            Sighting other = sightings.get(target);
            if (other != null && !other.node().equals(sighting.node())) {
                throw new ReportException(
                        target + " was node " + other.node() + " and node " + sighting.node() + " from " + period
                                + "; give the scrape job a label that tells them apart, or choose a shorter period");
            }
            sightings.merge(target, sighting, Sighting::plus);
        }
        return sightings;
    }

    /** Returns the times of the samples of the tariff, as a range of a query. */
    private String times(Period period) {
        long step = Math.max(1, Math.min(COARSEST_STEP, period.seconds() / STEPS));
        return "timestamp(" + TariffInfo.METRIC + selector + ")[" + period.seconds() + "s:" + step + "s]";
    }

    private Map<Target, List<Sample>> counts(Period period) throws IOException {
        Map<Target, List<Sample>> counts = new HashMap<>();
        String range = selector + "[" + period.seconds() + "s]";
        for (String counter : NodeReport.COUNTERS.keySet()) {
            String query = "sum without (codec, op) (increase(" + counter + range + "))";
            add(ask(counter, query, period), Flow.LABELS, counts);
        }
        for (String counter : List.of(NodeReport.CPU_USD, NodeReport.CPU_SECONDS)) {
            add(ask(counter, "increase(" + counter + range + ")", period), NONE, counts);
        }
        return counts;
    }

    private static void add(List<Sample> samples, Set<String> labels, Map<Target, List<Sample>> counts) {
        for (Sample sample : samples) {
            counts.computeIfAbsent(Target.of(sample, labels), target -> new ArrayList<>())
                    .add(Target.exposed(sample, labels));
        }
    }

    private List<Sample> ask(String name, String query, Period period) throws IOException {
        return prometheus.ask(name, query, period.end());
    }

    /** Refuses to count a process twice, such as one that two jobs or two replicas of Prometheus scrape. */
    private static void refuseNodesScrapedTwice(Iterable<Sighting> sightings) throws ReportException {
        Map<String, List<Sighting>> byNode = new HashMap<>();
        for (Sighting sighting : sightings) {
            List<Sighting> others = byNode.computeIfAbsent(sighting.node(), node -> new ArrayList<>());
            for (Sighting other : others) {
                if (sighting.overlaps(other)) {
                    throw new ReportException("node " + sighting.node() + " was scraped twice at the same time, as "
                            + other.target() + " and " + sighting.target()
                            + ", so its bytes would count twice (choose one with --job or --match)");
                }
            }
            others.add(sighting);
        }
    }

    private static void warnOf(Set<Target> counted, Set<Target> seen) {
        Set<String> leftOut = new TreeSet<>();
        counted.stream().filter(target -> !seen.contains(target)).forEach(target -> leftOut.add(target.toString()));
        if (!leftOut.isEmpty()) {
            System.err.println("narrows: without " + leftOut + ", which have no " + TariffInfo.METRIC);
        }
    }
}
