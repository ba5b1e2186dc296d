package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares generated files with the stored examples: all configurations of single nodes, and for the first node of each
 * cluster the shared configuration and the database settings. With {@code -Dexamples.rewrite=true} it rewrites the examples.
 */
class GeneratedExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "config", "examples");
    private static final Path SETTINGS = Path.of("src", "test", "resources", "io", "narrows", "cli", "generate");
    private static final String CLUSTER = "cluster.yaml";
    private static final boolean REWRITE = Boolean.getBoolean("examples.rewrite");

    static List<Path> clusters() throws IOException {
        try (Stream<Path> files = Stream.concat(Files.walk(EXAMPLES), Files.walk(SETTINGS))) {
            List<Path> clusters =
                    files.filter(file -> file.endsWith(CLUSTER)).sorted().toList();
            assertThat(clusters).hasSizeGreaterThan(5);
            return clusters;
        }
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void configurations_areTheExamples(Path file) throws IOException {
        Cluster cluster = cluster(file);
        Map<String, String> generated = NodeFiles.of(cluster, Layout.PER_NODE);

        for (ClusterNode node : cluster.nodes()) {
            assertKept(file.resolveSibling(node.id() + ".yaml"), generated.get(node.id() + "/" + NodeFiles.SIDECAR));
        }
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void settings_areTheKeptOnes(Path file) throws IOException {
        Cluster cluster = cluster(file);
        Path kept = SETTINGS.resolve(cluster.kind().toString());
        String first = cluster.nodes().get(0).id() + "/";
        Map<String, String> settings = new TreeMap<>(NodeFiles.of(cluster, Layout.SHARED));
        settings.keySet().removeIf(path -> !path.startsWith(first));

        assertThat(settings).isNotEmpty();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            assertKept(kept.resolve(setting.getKey().substring(first.length())), setting.getValue());
        }
    }

    private static Cluster cluster(Path file) {
        Problems problems = new Problems();
        Cluster cluster = ClusterFile.read(file, problems).orElse(null);
        assertThat(problems.sorted()).isEmpty();
        assertThat(cluster).isNotNull();
        return cluster;
    }

    private static void assertKept(Path file, String content) throws IOException {
        if (REWRITE) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, content);
        }
        assertThat(file).content().isEqualTo(content);
    }
}
