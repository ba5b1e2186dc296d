package io.narrows.proxy.meter;

import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.OpenCostPod;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Exports the traffic of links under OpenCost's names, for a pod that the configuration names; nothing without one. A price
 * is exported only if all peers of its distance have the same.
 *
 * @see <a href="https://opencost.io/docs/integrations/metrics">OpenCost's metrics</a>
 */
final class OpenCostMetrics implements MultiCollector {
    /** OpenCost divides bytes by this before it multiplies them by a price. */
    private static final double GIB = 1L << 30;

    private final TrafficMeter traffic;
    private final LiveConfig live;

    /** The traffic with a peer at a distance, as far as the labels tell distances apart. */
    private record Flow(PeerId peer, boolean sameRegion, boolean sameZone) {
        static Flow of(PeerId peer, Tier tier) {
            boolean sameRegion = tier != Tier.CROSS_REGION;
            return new Flow(peer, sameRegion, sameRegion && tier != Tier.CROSS_ZONE);
        }
    }

    OpenCostMetrics(TrafficMeter traffic, LiveConfig live) {
        this.traffic = traffic;
        this.live = live;
    }

    @Override
    public MetricSnapshots collect() {
        Config config = live.current();
        Optional<OpenCostPod> pod = config.metrics().openCost();
        if (pod.isEmpty()) {
            return MetricSnapshots.of();
        }
        List<MetricSnapshot> families = new ArrayList<>();
        families.add(
                bytes("kubecost_pod_network_egress_bytes", "Bytes of IP that links sent.", pod.get(), Direction.SENT));
        families.add(bytes(
                "kubecost_pod_network_ingress_bytes",
                "Bytes of IP that links received.",
                pod.get(),
                Direction.RECEIVED));
        price(
                        "kubecost_network_zone_egress_cost",
                        "Price of a GiB sent to another zone of the region, in US dollars.",
                        config,
                        Tier.CROSS_ZONE)
                .ifPresent(families::add);
        price(
                        "kubecost_network_region_egress_cost",
                        "Price of a GiB sent to another region, in US dollars.",
                        config,
                        Tier.CROSS_REGION)
                .ifPresent(families::add);
        return new MetricSnapshots(families);
    }

    private CounterSnapshot bytes(String name, String help, OpenCostPod pod, Direction direction) {
        Map<Flow, Long> sums = new HashMap<>();
        for (TrafficCell cell : traffic.cells()) {
            TrafficLabels labels = cell.labels();
            if (labels.direction() == direction && labels.tier().isPresent()) {
                sums.merge(Flow.of(labels.peer(), labels.tier().get()), cell.wireIpBytes(), Long::sum);
            }
        }
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        sums.forEach((flow, bytes) -> family.dataPoint(CounterDataPointSnapshot.builder()
                .labels(labels(pod, flow))
                .value(bytes)
                .build()));
        return family.build();
    }

    private static Labels labels(OpenCostPod pod, Flow flow) {
        return Labels.builder()
                .label("pod_name", pod.pod())
                .label("namespace", pod.namespace())
                .label("internet", "false")
                .label("same_region", String.valueOf(flow.sameRegion()))
                .label("same_zone", String.valueOf(flow.sameZone()))
                .label("service", "")
                .label("peer", flow.peer().value())
                .build();
    }

    /** Returns the price of what is sent over a distance; empty without such peers, or if their prices differ. */
    private Optional<MetricSnapshot> price(String name, String help, Config config, Tier tier) {
        Location own = config.node().location();
        Set<Double> prices = config.peers().stream()
                .map(Peer::id)
                .map(peer -> traffic.announced().placeOf(config, peer).effective())
                .filter(place -> Tier.between(own, place) == tier)
                .map(place -> config.tariff().price(own, place).sentPerByte() * GIB)
                .collect(Collectors.toSet());
        return prices.size() == 1
                ? Optional.of(Gauge.of(name, help, prices.iterator().next()))
                : Optional.empty();
    }
}
