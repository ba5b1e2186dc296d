package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Peer;
import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of {@code docker/} that others read: Compose, Kubernetes, Prometheus, and the sidecars that they start. */
class DeploymentFilesTest {
    private static final Path DOCKER = Release.CHECKOUT.resolve("docker");
    private static final Path COMPOSE = DOCKER.resolve("compose.yaml");
    private static final String SECRET = "/etc/narrows-tls/";
    private static final int NODES = 3;

    @TempDir
    private Path directory;

    @Test
    void compose_isOfItsSchema() throws IOException {
        String yaml = Files.readString(COMPOSE);

        assertThat(PublishedSchema.compose().validate(yaml)).isEmpty();
        assertThat(PublishedSchema.compose().validate(yaml.replace("read_only:", "readonly:")))
                .isNotEmpty();
    }

    @Test
    void compose_mountsFilesThatAreThere() throws IOException {
        List<String> sources = Files.readAllLines(COMPOSE).stream()
                .filter(line -> line.contains("./compose/"))
                .map(line -> line.replaceFirst(".*(\\./compose/[^:]+):.*", "$1"))
                .toList();

        assertThat(sources)
                .hasSize(NODES + 1)
                .allSatisfy(source -> assertThat(DOCKER.resolve(source)).isRegularFile());
    }

    @ParameterizedTest
    @MethodSource("kubernetesFiles")
    void kubernetes_isOfItsSchema(Path file) throws IOException {
        String yaml = Files.readString(file);

        assertThat(schemaOf(yaml).validate(yaml)).isEmpty();
        assertThat(schemaOf(yaml).validate(yaml + "spek: {}\n")).isNotEmpty();
    }

    static Stream<Path> kubernetesFiles() throws IOException {
        try (Stream<Path> files = Files.list(DOCKER.resolve("kubernetes"))) {
            return files.sorted().toList().stream();
        }
    }

    @Test
    void kubernetes_sidecarIsNative() throws IOException {
        String yaml = Files.readString(DOCKER.resolve("kubernetes/statefulset.yaml"));

        String mistaken = yaml.replace("          restartPolicy: Always", "          restartPolicie: Always");

        assertThat(mistaken).isNotEqualTo(yaml);
        assertThat(schemaOf(yaml).validate(mistaken)).isNotEmpty();
    }

    @Test
    void prometheus_understandsItsConfiguration() {
        Command.run(
                "promtool",
                "check",
                "config",
                "--syntax-only",
                DOCKER.resolve("compose/prometheus.yaml").toString());
    }

    @Test
    void compose_sidecarsKnowEachOther() throws IOException, ConfigException {
        List<Config> configs = new ArrayList<>();
        for (int number = 1; number <= NODES; number++) {
            configs.add(ConfigLoader.load(DOCKER.resolve("compose/db-%d.yaml".formatted(number))));
        }

        assertThatAllKnowEachOther(configs);
    }

    @Test
    void kubernetes_sidecarsKnowEachOther() throws IOException, ConfigException {
        Certificates certificates = new Certificates(directory);
        Map<?, ?> configMap =
                (Map<?, ?>) PublishedSchema.parse(Files.readString(DOCKER.resolve("kubernetes/configmap.yaml")));
        List<Config> configs = new ArrayList<>();
        for (Map.Entry<?, ?> file : ((Map<?, ?>) configMap.get("data")).entrySet()) {
            String name = file.getKey().toString();
            certificates.node(name.replace(".yaml", ""));
            String yaml = file.getValue().toString();
            assertThat(yaml).contains(SECRET);
            configs.add(ConfigLoader.parse(name, yaml.replace(SECRET, directory + "/"), directory));
        }

        assertThatAllKnowEachOther(configs);
    }

    /** What each says of the others is what they say of themselves. */
    private static void assertThatAllKnowEachOther(List<Config> configs) {
        assertThat(configs).hasSize(NODES);
        for (Config config : configs) {
            assertThat(config.captures()).hasSize(NODES - 1);
            for (Config other : configs) {
                if (other != config) {
                    assertThat(config.peer(other.node().id()))
                            .get()
                            .extracting(Peer::location)
                            .isEqualTo(other.node().location());
                }
            }
        }
    }

    private static PublishedSchema schemaOf(String yaml) {
        Map<?, ?> document = (Map<?, ?>) PublishedSchema.parse(yaml);
        return PublishedSchema.kubernetes(document.get("kind").toString());
    }
}
