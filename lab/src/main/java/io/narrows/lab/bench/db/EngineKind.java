package io.narrows.lab.bench.db;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** The engines to compare. */
enum EngineKind {
    NARROWS {
        @Override
        void check(Settings settings) {}

        @Override
        Engine open(Path directory, Settings settings) throws IOException {
            return OurEngine.open(directory, settings.engine());
        }
    },

    /** Not shipped: its jar is larger than all the others together. */
    ROCKSDB {
        @Override
        void check(Settings settings) {
            if (!isOnClassPath("org.rocksdb.RocksDB")) {
                throw new IllegalArgumentException("RocksDB is not shipped with Narrows: set NARROWS_ROCKSDB_JAR to"
                        + " the path of the rocksdbjni jar (org.rocksdb:rocksdbjni on Maven Central), or run"
                        + " bin/bench db in a source checkout, which sets it");
            }
            for (Benchmark benchmark : settings.benchmarks()) {
                if (benchmark.isOfCodecs()) {
                    throw new IllegalArgumentException("--benchmarks " + benchmark + " with RocksDB (expected:"
                            + " --engine narrows; RocksDB's Java API cannot compress a block)");
                }
            }
            RocksCompression.of(settings.engine());
        }

        @Override
        Engine open(Path directory, Settings settings) throws IOException {
            return RocksEngine.open(
                    directory, settings.engine(), settings.workload().entrySize());
        }
    };

    /** @throws IllegalArgumentException if the engine cannot run with the settings; the message says why */
    abstract void check(Settings settings);

    /** Opens a database, creating it if it does not exist. */
    abstract Engine open(Path directory, Settings settings) throws IOException;

    private static boolean isOnClassPath(String name) {
        try {
            Class.forName(name, false, EngineKind.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns the name on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
