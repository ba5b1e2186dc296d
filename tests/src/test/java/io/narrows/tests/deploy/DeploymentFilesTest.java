package io.narrows.tests.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.ConfigSource;
import io.narrows.config.ExposedAddress;
import io.narrows.config.Peer;
import io.narrows.config.PeerSource;
import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.CodeBlocks;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the files of {@code docker/} for Compose, Kubernetes and Prometheus, and the sidecars that they start. */
class DeploymentFilesTest {
    private static final Path DOCKER = Release.CHECKOUT.resolve("docker");
    private static final Path TRANSPARENT = DOCKER.resolve("kubernetes/transparent");
    private static final String SECRET = "/etc/narrows-tls/";
    private static final int NODES = 3;

    @TempDir
    private Path directory;

    /** Returns the folders of a cluster of etcd, and of one of the bundled store. */
    static Stream<Path> clusters() {
        return Stream.of(DOCKER, DOCKER.resolve("store"));
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void compose_isOfItsSchema(Path cluster) throws IOException {
        String yaml = Files.readString(cluster.resolve("compose.yaml"));

        assertThat(PublishedSchema.compose().validate(yaml)).isEmpty();
        assertThat(PublishedSchema.compose().validate(yaml.replace("read_only:", "readonly:")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void compose_mountsFilesThatAreThere(Path cluster) throws IOException {
        Set<Path> sources = Pattern.compile("(\\.\\.?/)+(compose|dashboards)/[^:]+")
                .matcher(Files.readString(cluster.resolve("compose.yaml")))
                .results()
                .map(source -> cluster.resolve(source.group()))
                .collect(Collectors.toSet());

        assertThat(sources)
                .hasSize(NODES + 4)
                .allSatisfy(source -> assertThat(source).exists());
    }

    @ParameterizedTest
    @MethodSource("kubernetesFiles")
    void kubernetes_isOfItsSchema(Path file) throws IOException {
        for (String yaml : Files.readString(file).split("(?m)^---\n")) {
            assertThat(schemaOf(yaml).validate(yaml)).isEmpty();
            assertThat(schemaOf(yaml).validate(yaml + "spek: {}\n")).isNotEmpty();
        }
    }

    static Stream<Path> kubernetesFiles() throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path cluster : clusters().toList()) {
            try (Stream<Path> files = Files.walk(cluster.resolve("kubernetes"))) {
                files.filter(Files::isRegularFile).sorted().forEach(all::add);
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void kubernetes_sidecarIsNative(Path cluster) throws IOException {
        String yaml = Files.readString(cluster.resolve("kubernetes/statefulset.yaml"));

        String mistaken = yaml.replace("          restartPolicy: Always", "          restartPolicie: Always");

        assertThat(mistaken).isNotEqualTo(yaml);
        assertThat(schemaOf(yaml).validate(mistaken)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void kubernetes_containersAreLockedLimitedAndProbed(Path cluster) throws IOException {
        Pods pods = Pods.read(cluster.resolve("kubernetes/statefulset.yaml"));

        assertThat(pods.securityContext()).containsEntry("runAsNonRoot", true).containsKey("seccompProfile");
        assertThat(pods.containers())
                .hasSize(2)
                .allSatisfy(container -> assertThat(container)
                        .containsKeys("startupProbe", "livenessProbe", "readinessProbe")
                        .extractingByKeys("securityContext", "resources")
                        .satisfiesExactly(
                                context -> assertThat(context)
                                        .asInstanceOf(MAP)
                                        .containsEntry("readOnlyRootFilesystem", true)
                                        .containsEntry("allowPrivilegeEscalation", false)
                                        .containsEntry("capabilities", Map.of("drop", List.of("ALL"))),
                                resources ->
                                        assertThat(resources).asInstanceOf(MAP).containsKeys("requests", "limits")));
    }

    /**
     * Before Kubernetes 1.32, names of a native sidecar's ports are not resolved; a PodMonitor relies on Prometheus, which
     * resolves them.
     */
    @ParameterizedTest
    @MethodSource("clusters")
    void kubernetes_portsAreNumbers(Path cluster) throws IOException {
        for (String file : List.of("service.yaml", "networkpolicy.yaml", "statefulset.yaml")) {
            assertThat(Files.readString(cluster.resolve("kubernetes").resolve(file)))
                    .doesNotContainPattern("[pP]ort: [a-z]");
        }
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void kubernetes_budgetIsOfThePods(Path cluster) throws IOException {
        Map<?, ?> budget = (Map<?, ?>)
                PublishedSchema.parse(Files.readString(cluster.resolve("kubernetes/poddisruptionbudget.yaml")));

        assertThat(budget.get("spec"))
                .asInstanceOf(MAP)
                .containsEntry("maxUnavailable", 1)
                .containsEntry(
                        "selector",
                        Pods.read(cluster.resolve("kubernetes/statefulset.yaml"))
                                .selector());
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void prometheus_understandsItsConfiguration(Path cluster) {
        Command.run(
                "promtool",
                "check",
                "config",
                "--syntax-only",
                cluster.resolve("compose/prometheus.yaml").toString());
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void compose_sidecarsKnowEachOther(Path cluster) throws IOException, ConfigException {
        List<Config> configs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(cluster.resolve("compose"), "*-[1-3].yaml")) {
            for (Path file : files) {
                configs.add(ConfigLoader.load(file));
            }
        }

        assertThatAllKnowEachOther(configs);
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void kubernetes_sidecarsKnowEachOther(Path cluster) throws IOException, ConfigException {
        Certificates certificates = new Certificates(directory);
        Map<?, ?> configMap =
                (Map<?, ?>) PublishedSchema.parse(Files.readString(cluster.resolve("kubernetes/configmap.yaml")));
        List<Config> configs = new ArrayList<>();
        for (Map.Entry<?, ?> file : ((Map<?, ?>) configMap.get("data")).entrySet()) {
            String name = file.getKey().toString();
            String node = name.replace(".yaml", "");
            certificates.node(node);
            String yaml = file.getValue().toString();
            assertThat(yaml).contains(SECRET + "node.pem", SECRET + "node.key", SECRET + "ca.pem");
            String ofFiles = yaml.replace(SECRET + "node.", SECRET + node + ".").replace(SECRET, directory + "/");
            Config config = ConfigLoader.parse(name, ofFiles, directory);
            assertThat(config.node().id()).as("the name of its pod").hasToString(node);
            configs.add(config);
        }

        assertThatAllKnowEachOther(configs);
    }

    @Test
    void transparent_isOneFileForAllPods_whoseOtherObjectsAreThoseOfTheFolderAbove()
            throws IOException, ConfigException {
        Certificates certificates = new Certificates(directory);
        certificates.node("node");
        Map<?, ?> configMap =
                (Map<?, ?>) PublishedSchema.parse(Files.readString(TRANSPARENT.resolve("configmap.yaml")));
        String yaml = ((Map<?, ?>) configMap.get("data")).get("narrows.yaml").toString();
        assertThat(yaml).contains("node: ${POD_NAME}\n");

        for (int pod = 0; pod < NODES; pod++) {
            String ofPod = yaml.replace("${POD_NAME}", "etcd-" + pod).replace(SECRET, directory + "/");
            Config config = ConfigLoader.parse("narrows.yaml", ofPod, directory);

            assertThat(ExposedAddress.of(config)).isEmpty();
            assertThat(config.peers()).hasSize(NODES - 1);
            assertThat(config.captures()).hasSize(1);
        }
        assertThat(Pods.read(TRANSPARENT.resolve("statefulset.yaml")).selector())
                .isEqualTo(
                        Pods.read(DOCKER.resolve("kubernetes/statefulset.yaml")).selector());
    }

    /** Replaces the list of pods by the lines in the documentation. */
    @Test
    void transparent_withoutAList_isAConfiguration() throws IOException, ConfigException {
        Certificates certificates = new Certificates(directory);
        certificates.node("node");
        Map<?, ?> configMap =
                (Map<?, ?>) PublishedSchema.parse(Files.readString(TRANSPARENT.resolve("configmap.yaml")));
        String yaml = ((Map<?, ?>) configMap.get("data")).get("narrows.yaml").toString();
        String found = CodeBlocks.marked("deployment.md", "found pods").get(0);
        Path file = Files.writeString(
                directory.resolve("narrows.yaml"),
                yaml.replaceFirst("(?s)node: .*(?=link:\n)", Matcher.quoteReplacement(found))
                        .replace(SECRET, directory + "/"));

        Config config = new ConfigSource(
                        file, Map.of("POD_NAME", "etcd-1", "REGION", "eu", "ZONE", "eu-a", "NODE_NAME", "machine-1"))
                .load();

        assertThat(config.node().id()).hasToString("etcd-1");
        assertThat(config.peers()).isEmpty();
        assertThat(config.discovery().sources())
                .extracting(PeerSource::label)
                .containsExactly("kubernetes: etcd:15000");
    }

    @Test
    void transparent_onlyTheInitContainerHasACapability_andUsersDiffer() throws IOException {
        Pods pods = Pods.read(TRANSPARENT.resolve("statefulset.yaml"));

        assertThat(pods.securityContext()).containsEntry("runAsNonRoot", true).containsEntry("runAsUser", 65532);
        assertThat(pods.containers())
                .extracting(container -> container.get("name"))
                .containsExactly("capture", "narrows", "etcd");
        assertThat(pods.containers())
                .extracting(container -> (Map<?, ?>) container.get("securityContext"))
                .allSatisfy(context -> assertThat(context)
                        .asInstanceOf(MAP)
                        .containsEntry("readOnlyRootFilesystem", true)
                        .containsEntry("allowPrivilegeEscalation", false))
                .satisfiesExactly(
                        capture -> assertThat(capture)
                                .asInstanceOf(MAP)
                                .containsEntry("runAsUser", 0)
                                .containsEntry(
                                        "capabilities", Map.of("drop", List.of("ALL"), "add", List.of("NET_ADMIN"))),
                        narrows -> assertThat(narrows)
                                .asInstanceOf(MAP)
                                .doesNotContainKey("runAsUser")
                                .containsEntry("capabilities", Map.of("drop", List.of("ALL"))),
                        etcd -> assertThat(etcd)
                                .asInstanceOf(MAP)
                                .containsEntry("runAsUser", 65533)
                                .containsEntry("capabilities", Map.of("drop", List.of("ALL"))));
    }

    /** Replaces the sidecar's security context by the one in the documentation. */
    @Test
    void transparent_withSourceKeep_isOfItsSchema() throws IOException {
        String yaml = Files.readString(TRANSPARENT.resolve("statefulset.yaml"));
        String context =
                CodeBlocks.marked("deployment.md", "keep context").get(0).indent(10);

        String keep =
                yaml.replaceFirst("( {10}securityContext:\n {12}readOnlyRootFilesystem: true\n( {12}.*\n)*)", context);

        assertThat(keep).isNotEqualTo(yaml).contains("add: [NET_RAW]");
        assertThat(schemaOf(keep).validate(keep)).isEmpty();
    }

    /** Checks that the nodes' descriptions of each other match their own. */
    private static void assertThatAllKnowEachOther(List<Config> configs) {
        assertThat(configs).hasSize(NODES);
        for (Config config : configs) {
            assertThat(ExposedAddress.of(config)).isEmpty();
            assertThat(config.captures()).hasSize(NODES - 1);
            for (Config other : configs) {
                if (other != config) {
                    assertThat(config.peer(other.node().id()))
                            .flatMap(Peer::location)
                            .hasValue(other.node().location());
                }
            }
        }
    }

    private static PublishedSchema schemaOf(String yaml) {
        Map<?, ?> document = (Map<?, ?>) PublishedSchema.parse(yaml);
        return PublishedSchema.kubernetes(document.get("kind").toString());
    }
}
