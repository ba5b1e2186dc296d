package io.narrows.tests.databases;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An undisturbed load, measured after a quarter of it has warmed up the programs. With sidecars, each member is then compared with the
 * written data.
 */
record FigureRun(Database database, Distance distance, boolean hasSidecars, DatabaseOptions options) {

    /**
     * Figures of the measured part.
     *
     * @param latencies of writes
     * @param cost of all machines
     * @param traffic of the sidecars; empty without them
     */
    record Figures(
            Distance distance, boolean hasSidecars, Latencies latencies, Cost cost, Optional<SidecarTraffic> traffic) {}

    Figures run(Path directory, String classpath) throws IOException {
        try (DatabaseCluster cluster =
                DatabaseCluster.start(database, options, hasSidecars, distance, classpath, directory)) {
            int warmUp = options.records() / 4;
            Optional<SidecarTraffic> formed = traffic(cluster);
            cluster.client().write(0, warmUp, options.rate());
            Cost before = cluster.cost();
            Optional<SidecarTraffic> warm = traffic(cluster);
            Latencies latencies = cluster.client().write(warmUp, options.records(), options.rate());
            Cost cost = cluster.cost().since(before);
            Optional<SidecarTraffic> traffic = traffic(cluster);
            if (hasSidecars) {
                check(cost, traffic.orElseThrow().since(formed.orElseThrow()));
                cluster.members().forEach(member -> cluster.client().compare(member, warmUp + options.records()));
            }
            return new Figures(
                    distance, hasSidecars, latencies, cost, traffic.map(all -> all.since(warm.orElseThrow())));
        }
    }

    private Optional<SidecarTraffic> traffic(DatabaseCluster cluster) {
        return hasSidecars ? Optional.of(cluster.traffic()) : Optional.empty();
    }

    private static void check(Cost cost, SidecarTraffic sinceFormed) {
        long past = cost.bytes().past();
        if (past != 0 || sinceFormed.encrypted() != 0 || sinceFormed.tlsFailures() != 0) {
            throw new IllegalStateException(
                    "%,d bytes went past the sidecars; TLS of members: %,d encrypted bytes, %d failures"
                            .formatted(past, sinceFormed.encrypted(), sinceFormed.tlsFailures()));
        }
    }
}
