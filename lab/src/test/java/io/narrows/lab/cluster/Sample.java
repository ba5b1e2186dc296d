package io.narrows.lab.cluster;

import io.narrows.lab.load.LatencyFigures;
import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.load.Operation;
import io.narrows.lab.load.WatchFigures;
import io.narrows.lab.sidecar.Reading;
import io.narrows.lab.sidecar.Scrape;
import java.util.EnumMap;
import java.util.Map;

/** Ten seconds of a cluster, with figures that are easy to add up. */
final class Sample {
    static final Map<String, String> ZONES =
            Map.of("store-1", "us-east-1a", "store-2", "us-east-1b", "store-3", "eu-west-1a");
    private static final String FLOW = """
            narrows_app_bytes_total{class="%1$s",codec="%2$s",direction="sent",peer="%3$s"} %4$d
            narrows_wire_bytes_total{class="%1$s",codec="%2$s",direction="sent",peer="%3$s"} %5$d
            narrows_baseline_usd_total{class="%1$s",codec="%2$s",direction="sent",peer="%3$s"} %6$s
            narrows_wire_usd_total{class="%1$s",codec="%2$s",direction="sent",peer="%3$s"} %7$s
            """;

    private Sample() {}

    static ClusterFigures figures(String policy, boolean packets) {
        Map<String, Scrape> scrapes = Map.of(
                "store-1",
                scrape(flow("default", "store-2", 9_000_000, 3_000_000)
                        + flow("default", "store-3", 8_000_000, 2_000_000)
                        + flow("heartbeat", "store-3", 100_000, 40_000)),
                "store-2",
                scrape(flow("default", "store-1", 1_000_000, 400_000)),
                "store-3",
                scrape(flow("default", "store-1", 2_000_000, 700_000) + flow("control", "store-1", 0, 5_000)));
        Map<ZonePair, Long> sent = Map.of(
                new ZonePair("us-east-1a", "us-east-1b"), 5_000L,
                new ZonePair("us-east-1b", "us-east-1a"), 2_000L,
                new ZonePair("us-east-1a", "eu-west-1a"), 4_000L,
                new ZonePair("eu-west-1a", "us-east-1a"), 1_000L);
        return new ClusterFigures(
                policy,
                load(),
                new ClusterReading(Reading.of(10_000_000_000L, ZONES, scrapes), packets ? sent : Map.of(), 4.5));
    }

    private static LoadFigures load() {
        Map<Operation, Long> none = new EnumMap<>(Operation.class);
        for (Operation operation : Operation.values()) {
            none.put(operation, 0L);
        }
        LatencyFigures writes = new LatencyFigures(2_000, 0.004, 0.0255, 0.03, 0.04);
        LatencyFigures nothing = new LatencyFigures(0, 0, 0, 0, 0);
        return new LoadFigures(
                10, none, none, 0, Map.of(), 0, 0, writes, nothing, nothing, new WatchFigures(3, 0, 0, 0, nothing), 1);
    }

    private static Scrape scrape(String flows) {
        return Scrape.parse(flows + "narrows_cpu_usd_total 0.0001\nprocess_cpu_seconds_total 0.5\n");
    }

    private static String flow(String trafficClass, String peer, long app, long wire) {
        return FLOW.formatted(trafficClass, "zstd", peer, app, wire, app * 2e-11, wire * 2e-11);
    }
}
