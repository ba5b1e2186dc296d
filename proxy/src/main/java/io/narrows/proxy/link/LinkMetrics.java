package io.narrows.proxy.link;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Shows the links that live to Prometheus. */
public final class LinkMetrics implements MultiCollector {
    private final LinkCensus census;

    public LinkMetrics(LinkCensus census) {
        this.census = census;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                sum("narrows_links", "Links that live, by peer and state.", link -> 1),
                sum(
                        "narrows_links_stepped_down",
                        "Links that use a faster codec than their policy asks for at the moment.",
                        link -> link.isSteppedDown() ? 1 : 0),
                sum(
                        "narrows_link_memory_bytes",
                        "Memory that the contexts and waiting bytes of links take.",
                        Link::memoryBytes));
    }

    private GaugeSnapshot sum(String name, String help, ToDoubleFunction<Link> value) {
        Map<Labels, Double> sums = census.links().stream()
                .collect(Collectors.groupingBy(LinkMetrics::labels, Collectors.summingDouble(value)));
        GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
        sums.forEach((labels, sum) -> family.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels).value(sum).build()));
        return family.build();
    }

    private static Labels labels(Link link) {
        return Labels.of(
                "peer", link.peer(),
                "tier", link.tierLabel(),
                "state", link.state().name().toLowerCase(Locale.ROOT));
    }
}
