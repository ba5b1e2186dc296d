package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.config.yaml.Problem;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterFileTest {
    private static final String GOOD = """
            version: 1
            database: kafka
            nodes:
              - {id: a, address: a.example, region: r1, zone: z1}
              - {id: b, address: 10.0.0.2, region: r1, zone: z2}
            """;

    @TempDir
    private Path folder;

    @Test
    void omittedKeys_haveTheirDefaults() throws IOException {
        Problems problems = new Problems();

        Cluster cluster = ClusterFile.read(write(GOOD), problems).orElseThrow();

        assertThat(problems.none()).isTrue();
        assertThat(cluster.install()).isEqualTo("/etc/narrows");
        assertThat(cluster.name(cluster.nodes().get(1))).isEqualTo("b.narrows.internal");
        assertThat(cluster.ports())
                .containsEntry("brokers", 9093)
                .containsEntry("link", 15000)
                .containsEntry("admin", 9901);
        assertThat(cluster.nodes()).extracting(ClusterNode::number).containsExactly(1, 2);
        assertThat(cluster.nodes().get(1).location()).hasToString("r1/z2/b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "database: kafka   | database: kafak | 2:11: unknown database \"kafak\" (did you mean \"kafka\"?)",
                "database: kafka   | databse: kafka  | 2:1: unknown key \"databse\" in the cluster file (did you mean \"database\"?)",
                "id: b             | id: a           | 5:10: node \"a\" is already defined at line 4, expected unique values for all nodes",
                "id: b             | id: A           | 5:10: node \"A\" is already defined at line 4",
                "id: b             | id: ca          | 5:10: \"ca\" is the folder of the certificate authority",
                "id: b             | id: b-          | 5:10: \"b-.narrows.internal\" is not a host name",
                "10.0.0.2          | a.example       | 5:22: machine \"a.example\" is already defined at line 4",
                "10.0.0.2          | A.EXAMPLE       | 5:22: machine \"A.EXAMPLE\" is already defined at line 4",
                "10.0.0.2          | 127.0.0.1       | 5:22: \"127.0.0.1\" cannot be reached from other machines",
                "10.0.0.2          | b.example:9092  | 5:22: \"b.example:9092\" is not a valid machine address",
                "zone: z2          | zoen: z2        | 5:44: unknown key \"zoen\" in node (did you mean \"zone\"?)",
                "zone: z2          | 'zone: z2, number: 1'   | 5:62: number 1 is already defined at line 4",
                "zone: z2          | 'zone: z2, number: 255' | 5:62: number 255 is out of range",
                "'version: 1'      | 'version: 2'    | 1:10: version 2 is out of range",
                "'version: 1'      | 'version: 1\nports: {brokers: 9092}'  | 2:9: port 9092 is used by both clients and brokers",
                "'version: 1'      | 'version: 1\nports: {broker: 9092}'   | 2:9: unknown key \"broker\" in ports of kafka (did you mean \"brokers\"?)",
                "'version: 1'      | 'version: 1\nports: {link: 0}'        | 2:15: link 0 is out of range",
                "'version: 1'      | 'version: 1\ndomain: -x'              | 2:9: \"-x\" is not a domain",
                "'version: 1'      | 'version: 1\ninstall: etc'            | 2:10: \"etc\" is not an absolute path",
                "'version: 1'      | 'version: 1\ntariff: {preset: asw}'   | 2:18: unknown preset \"asw\" (did you mean"
                        + " \"aws\"?)",
            })
    void mistake_isNamedWithItsPlace(String right, String wrong, String message) throws IOException {
        assertThat(GOOD).contains(right);

        assertThat(mistakes(GOOD.replace(right, wrong)))
                .anySatisfy(line -> assertThat(line).startsWith(folder.resolve("cluster.yaml") + ":" + message));
    }

    @ParameterizedTest
    @ValueSource(strings = {"b.narrows.internal", "A.Narrows.INTERNAL"})
    void addressThatHostsFilesLeadToTheSidecar_isRefused(String address) throws IOException {
        int line = address.startsWith("b") ? 5 : 4;

        assertThat(mistakes(GOOD.replace("10.0.0.2", address)))
                .containsExactly(folder.resolve("cluster.yaml") + ":5:22: "
                        + "\"%s\" is a name that the hosts files map to a loopback address, for the node at line %d, expected"
                                .formatted(address.toLowerCase(Locale.ROOT), line)
                        + " an IP address or another name of the machine, or another domain");
    }

    @Test
    void addressInTheDomain_isFineWhereNodesKnowAddresses() throws IOException {
        Problems problems = new Problems();

        ClusterFile.read(write(GOOD.replace("kafka", "cassandra").replace("10.0.0.2", "b.narrows.internal")), problems);

        assertThat(problems.sorted()).isEmpty();
    }

    @Test
    void clusterOfOne_isNone() throws IOException {
        assertThat(mistakes(GOOD.lines().limit(4).reduce("", (all, line) -> all + line + "\n")))
                .containsExactly(folder.resolve("cluster.yaml")
                        + ":4:3: the cluster has 1 node, expected a list of 2 to 254 nodes");
    }

    @Test
    void portsThatFollowEachOther_mustBeFree() throws IOException {
        String rabbit = GOOD.replace("kafka", "rabbitmq");

        assertThat(mistakes(rabbit + "ports: {clients: 25673}\n"))
                .containsExactly(folder.resolve("cluster.yaml")
                        + ":6:8: distribution of b would have port 25673, which is the port of"
                        + " clients, expected distinct ports up to 65535");
        assertThat(mistakes(rabbit + "ports: {distribution: 65535}\n"))
                .containsExactly(folder.resolve("cluster.yaml")
                        + ":6:8: distribution of b would have port 65536, expected distinct ports up to 65535");
    }

    private List<String> mistakes(String yaml) throws IOException {
        Problems problems = new Problems();
        assertThat(ClusterFile.read(write(yaml), problems)).isEmpty();
        return problems.sorted().stream().map(Problem::toString).toList();
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(folder.resolve("cluster.yaml"), yaml);
    }
}
