package io.narrows.cli.estimate;

import io.narrows.cli.prometheus.PrometheusApi;
import io.narrows.cli.prometheus.PrometheusUrlConverter;
import io.narrows.config.Location;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.flow.MatrixFile;
import io.narrows.estimate.flow.NodePlaces;
import io.narrows.estimate.flow.PaperCluster;
import io.narrows.estimate.flow.TrafficMatrix;
import io.narrows.estimate.measured.TrafficKind;
import io.narrows.estimate.topology.TopologyEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code estimate} for traffic whose content is unknown: a cluster on paper, a table, or metrics. */
public final class FlowOptions {
    private static final double BYTES_PER_MB = 1e6;

    /** A twelfth of a year of 365.25 days. */
    private static final Duration MONTH = Duration.ofMinutes(43_830);

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Estimates a cluster on paper with so many nodes, up to 10000.")
    private @Nullable Integer nodes;

    @Option(names = "--replication", paramLabel = "R", description = "Replicas of each write. Default: 3.")
    private @Nullable Integer replication;

    @Option(names = "--regions", paramLabel = "N", description = "Regions of the cluster. Default: 1.")
    private @Nullable Integer regions;

    @Option(names = "--zones", paramLabel = "Z", description = "Zones in each region. Default: 3.")
    private @Nullable Integer zones;

    @Option(
            names = "--writes",
            paramLabel = "MB/s",
            description = "Writes to the whole cluster, in 10^6 bytes per second as one replica receives them.")
    private @Nullable Double writes;

    @Option(
            names = "--matrix",
            paramLabel = "FILE",
            description = "Estimates a table of traffic between nodes as CSV, with the columns from, to, and bytes or"
                    + " rate (bytes per second).")
    private @Nullable Path matrix;

    @Option(
            names = "--period",
            paramLabel = "DURATION",
            converter = PeriodConverter.class,
            description = "Period of the table's bytes, such as 24h or 7d. Default: a month.")
    private @Nullable Duration period;

    @Option(
            names = "--prometheus",
            paramLabel = "URL",
            converter = PrometheusUrlConverter.class,
            description = "Estimates traffic that a Prometheus server has metrics of; by default what node exporters"
                    + " count at the interfaces.")
    private @Nullable URI prometheus;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the bearer token for Prometheus. Default: no token.")
    private @Nullable Path tokenFile;

    @Option(
            names = "--query",
            paramLabel = "PROMQL",
            description = "Query for bytes per second between nodes, by labels for source and destination.")
    private @Nullable String query;

    @Option(
            names = "--labels",
            paramLabel = "SOURCE,DESTINATION",
            description = "Labels of the query's result that name the nodes. Default: the first known pair.")
    private @Nullable String labels;

    @Option(
            names = "--like",
            paramLabel = "TRAFFIC",
            converter = KindConverter.class,
            description = "Recorded traffic that this traffic resembles: any, etcd, postgresql, ratis or mixed."
                    + " Default: any.")
    private @Nullable TrafficKind kind;

    /** Returns what is wrong with the combination of these options; empty if nothing is. */
    public String problem(boolean captures) {
        int sources = count(captures, nodes != null, matrix != null, prometheus != null);
        if (sources == 0) {
            return "nothing to estimate (expected: captures, --nodes N, --matrix FILE or --prometheus URL)";
        }
        if (sources > 1) {
            return "captures, --nodes, --matrix and --prometheus exclude each other";
        }
        if (nodes == null && count(replication != null, regions != null, zones != null, writes != null) > 0) {
            return "--replication, --regions, --zones and --writes need --nodes N";
        }
        if (nodes != null && writes == null) {
            return "--nodes needs --writes MB/s";
        }
        if (matrix == null && period != null) {
            return "--period needs --matrix FILE";
        }
        if (prometheus == null && tokenFile != null) {
            return "--token-file needs --prometheus URL";
        }
        if (prometheus == null && query != null) {
            return "--query needs --prometheus URL";
        }
        if (query == null && labels != null) {
            return "--labels needs --query PROMQL";
        }
        return captures && kind != null ? "--like does not apply to captures" : "";
    }

    private static int count(boolean... given) {
        int count = 0;
        for (boolean each : given) {
            count += each ? 1 : 0;
        }
        return count;
    }

    /** Returns whether these options name the traffic. */
    public boolean isSet() {
        return nodes != null || matrix != null || prometheus != null;
    }

    /** Returns the recorded traffic that the traffic resembles. */
    public TrafficKind kind() {
        return kind == null ? TrafficKind.ANY : kind;
    }

    /** Returns the traffic's class for the policy. */
    public TrafficClass trafficClass() {
        return nodes == null ? TrafficClass.DEFAULT : TrafficClass.REPLICATION;
    }

    /** Returns the source of the traffic in words. */
    public String description() {
        if (nodes != null) {
            return String.format(
                    Locale.ROOT,
                    "%,d nodes in %s with %s, %s, writes of %s MB/s",
                    nodes,
                    number(or(regions, 1), "region"),
                    number(or(zones, 3), "zone") + (or(regions, 1) > 1 ? " each" : ""),
                    number(or(replication, 3), "replica"),
                    Plain.number(writes == null ? 0 : writes));
        }
        return matrix != null ? "traffic of " + matrix : "rates of " + prometheus;
    }

    private static String number(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static int or(@Nullable Integer value, int standard) {
        return value == null ? standard : value;
    }

    /**
     * Reads the traffic.
     *
     * @param entries the topology
     * @param names nodes of the configuration
     * @throws IllegalArgumentException if a number of the cluster is out of range
     */
    public TrafficMatrix read(List<TopologyEntry> entries, Map<String, Location> names) throws IOException {
        NodePlaces places = new NodePlaces(entries, names);
        if (matrix != null) {
            return new MatrixFile(matrix, places, period == null ? MONTH : period).read();
        }
        if (prometheus != null) {
            PrometheusTraffic traffic = new PrometheusTraffic(PrometheusApi.at(prometheus, tokenFile), places);
            return query == null ? traffic.ofNodeExporters() : traffic.of(query, labels);
        }
        return new PaperCluster(
                        or(nodes, 0),
                        or(replication, 3),
                        or(regions, 1),
                        or(zones, 3),
                        (writes == null ? 0 : writes) * BYTES_PER_MB)
                .matrix();
    }
}
