package io.narrows.tests;

import io.narrows.config.ConfigException;
import io.narrows.tests.support.Example;
import io.narrows.tests.support.ExampleCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every folder of config/examples except those of {@link QuickStartIT}, {@link StoreIT} and {@link ExampleDatabasesIT}, and single
 * nodes with TLS.
 */
class ExamplesIT {
    /** The folder whose files are of one node each, of different clusters. They are checked by {@code TlsExamplesTest}. */
    private static final String SINGLE_NODES = "tls";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ExampleCluster cluster;

    static List<String> folders() {
        return Example.folders().stream()
                .filter(folder -> !folder.equals(QuickStartIT.EXAMPLES) && !folder.equals(StoreIT.EXAMPLES))
                .filter(folder -> !ExampleDatabasesIT.FOLDERS.contains(folder))
                .filter(folder -> !folder.equals(SINGLE_NODES))
                .toList();
    }

    @ParameterizedTest(name = "examples/{0}")
    @MethodSource("folders")
    void sidecarsStart_findTheOthersOfTheirFolder_andEnd(String folder) throws IOException, ConfigException {
        cluster = ExampleCluster.start(directory, folder);

        cluster.awaitLinks();
        cluster.end();
    }
}
