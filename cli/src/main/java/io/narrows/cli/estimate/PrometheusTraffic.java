package io.narrows.cli.estimate;

import io.narrows.cli.prometheus.PrometheusApi;
import io.narrows.estimate.flow.FlowTable;
import io.narrows.estimate.flow.NodePlaces;
import io.narrows.estimate.flow.NodeTotals;
import io.narrows.estimate.flow.TrafficMatrix;
import io.narrows.lab.sidecar.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Traffic between nodes from the metrics of a Prometheus server. */
final class PrometheusTraffic {
    private static final String INSTANCE = "instance";

    /** Interfaces of containers and bridges repeat what the host's own carry. */
    private static final String NODE_EXPORTER = "sum by (instance) (rate(node_network_%s_bytes_total"
            + "{device!~\"lo|veth.*|docker.*|br-.*|virbr.*|cni.*|cali.*|cilium.*|lxc.*|flannel.*|tunl.*\"}[5m]))";

    private record LabelPair(String source, String destination) {
        boolean isIn(Map<String, String> labels) {
            return labels.containsKey(source) && labels.containsKey(destination);
        }
    }

    /** Labels of Cilium's Hubble, OpenTelemetry's eBPF instrumentation, NetObserv, Istio, Caretta, and of queries. */
    private static final List<LabelPair> KNOWN = List.of(
            new LabelPair("source_ip", "destination_ip"),
            new LabelPair("source", "destination"),
            new LabelPair("k8s_src_node_name", "k8s_dst_node_name"),
            new LabelPair("SrcK8S_HostName", "DstK8S_HostName"),
            new LabelPair("src_address", "dst_address"),
            new LabelPair("src", "dst"),
            new LabelPair("source_workload", "destination_workload"),
            new LabelPair("client_name", "server_name"),
            new LabelPair("from", "to"));

    private final PrometheusApi prometheus;
    private final NodePlaces places;

    PrometheusTraffic(PrometheusApi prometheus, NodePlaces places) {
        this.prometheus = prometheus;
        this.places = places;
    }

    /** Returns what node exporters count at the interfaces of their nodes, distributed over the other nodes. */
    TrafficMatrix ofNodeExporters() throws IOException {
        List<Sample> sent = prometheus.ask(NODE_EXPORTER.formatted("transmit"));
        List<Sample> received = prometheus.ask(NODE_EXPORTER.formatted("receive"));
        if (sent.isEmpty() || received.isEmpty()) {
            throw new IOException("no rates of node_network_transmit_bytes_total and node_network_receive_bytes_total"
                    + " (expected: metrics of node exporters, or --query PROMQL)");
        }
        NodeTotals totals = new NodeTotals(places);
        sent.forEach(sample -> totals.sends(name(sample), sample.value()));
        received.forEach(sample -> totals.receives(name(sample), sample.value()));
        return totals.distributed();
    }

    private static String name(Sample sample) {
        return sample.label(INSTANCE);
    }

    /**
     * Returns the traffic of a query's result.
     *
     * @param labels names of two labels with a comma between them; null for a known pair
     */
    TrafficMatrix of(String query, @Nullable String labels) throws IOException {
        List<Sample> samples = prometheus.ask(query);
        if (samples.isEmpty()) {
            throw new IOException("no series for " + query);
        }
        FlowTable table = new FlowTable(places);
        LabelPair pair = labels == null ? known(samples.get(0)) : named(labels);
        for (Sample sample : samples) {
            @Nullable String source = sample.labels().get(pair.source());
            @Nullable String destination = sample.labels().get(pair.destination());
            if (source == null || destination == null) {
                throw new IOException(
                        "a series has the labels " + sample.labels().keySet() + " (expected: " + pair.source() + " and "
                                + pair.destination() + ")");
            }
            if (sample.value() < 0) {
                throw new IOException("a series has the value " + sample.value() + " (expected: 0 or more)");
            }
            table.add(source, destination, sample.value());
        }
        return table.matrix();
    }

    private static LabelPair known(Sample sample) throws IOException {
        Optional<LabelPair> found =
                KNOWN.stream().filter(pair -> pair.isIn(sample.labels())).findFirst();
        if (found.isEmpty()) {
            throw new IOException("the result has the labels " + sample.labels().keySet()
                    + " (expected: two that name the nodes, such as source and destination; name others with"
                    + " --labels SOURCE,DESTINATION)");
        }
        return found.get();
    }

    private static LabelPair named(String labels) throws IOException {
        String[] parts = labels.split(",", -1);
        if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
            throw new IOException(
                    "\"" + labels + "\" does not name two labels (expected: --labels SOURCE,DESTINATION)");
        }
        return new LabelPair(parts[0].strip(), parts[1].strip());
    }
}
