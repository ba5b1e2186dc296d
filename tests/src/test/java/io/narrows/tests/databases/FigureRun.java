package io.narrows.tests.databases;

import java.io.IOException;
import java.nio.file.Path;

/** An undisturbed load, measured after a quarter of it has warmed up the programs. */
record FigureRun(Database database, Distance distance, boolean hasSidecars, DatabaseOptions options) {

    /**
     * Figures of the measured part.
     *
     * @param latencies of writes
     * @param cost of all machines
     */
    record Figures(Distance distance, boolean hasSidecars, Latencies latencies, Cost cost) {}

    Figures run(Path directory, String classpath) throws IOException {
        try (DatabaseCluster cluster =
                DatabaseCluster.start(database, options.members(), hasSidecars, distance, classpath, directory)) {
            int warmUp = options.records() / 4;
            cluster.client().write(0, warmUp, options.rate());
            Cost before = cluster.cost();
            Latencies latencies = cluster.client().write(warmUp, options.records(), options.rate());
            Figures figures =
                    new Figures(distance, hasSidecars, latencies, cluster.cost().since(before));
            if (hasSidecars && figures.cost().bytes().past() != 0) {
                throw new IllegalStateException(figures.cost().bytes().past() + " bytes went past the sidecars");
            }
            return figures;
        }
    }
}
