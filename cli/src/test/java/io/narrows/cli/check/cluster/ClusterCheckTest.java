package io.narrows.cli.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import io.narrows.cli.LongPath;
import io.narrows.cli.generate.ClusterFile;
import io.narrows.cli.generate.Generator;
import io.narrows.cli.generate.Layout;
import io.narrows.cli.generate.database.Cluster;
import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the generated files of three nodes after someone has made a mistake in one of them. */
@Tag("long")
class ClusterCheckTest {
    private static final Path EXAMPLES = Path.of("..", "config", "examples");
    private static final String CLUSTER = """
            version: 1
            database: nats
            nodes:
              - {id: n1, address: a.example, region: us-east-1, zone: z1}
              - {id: n2, address: b.example, region: us-east-1, zone: z2}
              - {id: n3, address: c.example, region: eu-west-1, zone: z3}
            """;

    private static final String SHARED = """
            version: 1
            nodes:
              - {id: n1, region: r, zone: z1, host: h1, link: a:15000, targets: {app: 127.0.1.1:7000}}
              - {id: n2, region: r, zone: z2, host: h2, link: b:15000, targets: {app: 127.0.1.2:7000}}
              - {id: n3, region: r, zone: z3, host: h3, link: c:15000, targets: {app: 127.0.1.3:7000}}
            link: {listen: 0.0.0.0:15000, plaintext: true}
            targets: {}
            capture:
              - {listen: 127.0.1.1:7000, peer: n1, target: app}
              - {listen: 127.0.1.2:7000, peer: n2, target: app}
              - {listen: 127.0.1.3:7000, peer: n3, target: app}
            """;

    @TempDir
    private static Path generated;

    @TempDir
    private Path folder;

    private Path cluster;

    /** Creates a cluster with its certificates, which takes a second. Each test has a copy of it. */
    @BeforeAll
    static void generate() throws Exception {
        generate(generated, "cluster", CLUSTER);
    }

    @BeforeEach
    void copy() throws IOException {
        Path original = generated.resolve("cluster");
        cluster = folder.resolve("cluster");
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.toList()) {
                Files.copy(file, cluster.resolve(original.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    @Test
    void generatedFiles_agree() {
        ClusterCheck check = check();

        assertThat(check.mistakes()).isEmpty();
        assertThat(check.results()).hasSize(3);
    }

    @Test
    void sharedFile_isCheckedAsEachOfItsNodes() throws IOException {
        Path file = Files.writeString(folder.resolve("shared.yaml"), SHARED);

        ClusterCheck check = ClusterCheck.of(file, Map.of(), Instant.now());

        assertThat(check.mistakes()).isEmpty();
        assertThat(check.configurations()).isEqualTo(3);
    }

    @Test
    void sharedExample_hasNothingButItsCertificatesToComplainAbout() {
        ClusterCheck check = ClusterCheck.of(EXAMPLES.resolve("transparent/narrows.yaml"), Map.of(), Instant.now());

        assertThat(check.mistakes())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line).contains("/etc/narrows/"));
    }

    @Test
    void sharedFileOfOneNodesFolder_isCheckedAsEachNode() throws Exception {
        Path file = Files.writeString(folder.resolve("shared.yaml"), SHARED + "node: n2\n");
        Files.writeString(folder.resolve("environment"), "NODE_ID=n2\n");

        assertThat(ClusterCheck.of(file, Map.of(), Instant.now()).configurations())
                .isEqualTo(3);
    }

    @Test
    void fileOfASingleNode_isNoSharedFile() {
        Path file = cluster.resolve("n1/narrows.yaml");

        assertThat(ClusterCheck.of(file, Map.of(), Instant.now()).mistakes())
                .containsExactly(
                        file + ": the file has no \"nodes\", expected a file that all nodes share, or a directory"
                                + " with the file of each node");
    }

    @Test
    void sharedFile_disagreementIsAtTheEntryOfItsNode() throws IOException {
        Path file = Files.writeString(
                folder.resolve("shared.yaml"),
                SHARED.replace("b:15000, targets: {app: 127.0.1.2:7000}", "b:15001, targets: {app: 127.0.1.2:7001}"));

        assertThat(ClusterCheck.of(file, Map.of(), Instant.now()).mistakes())
                .containsExactlyInAnyOrder(
                        file
                                + ":4:51: link b:15001 does not match the listener of \"n2\", which listens on 0.0.0.0:15000"
                                + " (" + file + ":6:16), expected the same port in both files",
                        file
                                + ":10:14: capture 127.0.1.2:7000 uses a different port from target \"app\" of \"n2\", which is"
                                + " 127.0.1.2:7001 (" + file
                                + ":4:75), expected the same port in both, because 127.0.1.2 resolves to both");
    }

    @Test
    void problemOfASharedFile_isNamedOnce_withItsNodes() throws IOException {
        Path file = Files.writeString(
                folder.resolve("shared.yaml"), SHARED.replace("{app: 127.0.1.2:7000}", "{other: 127.0.1.2:7000}"));

        assertThat(ClusterCheck.of(file, Map.of(), Instant.now()).mistakes())
                .singleElement()
                .asString()
                .startsWith(file + ":10:48: \"n2\" has no target \"app\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd", "galera", "postgresql", "quick-start", "redis", "store"})
    void examples_haveNothingButTheirCertificatesToComplainAbout(String name) {
        ClusterCheck check = ClusterCheck.of(EXAMPLES.resolve(name), Map.of(), Instant.now());

        assertThat(check.results()).hasSizeGreaterThan(1);
        assertThat(check.mistakes()).allSatisfy(line -> assertThat(line).contains("/etc/narrows/"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // file | original text | replacement | the mistake
                "n1/narrows.yaml | 'zone: z2, host: n2'  | 'zone: z9, host: n2' | n1/narrows.yaml:9:22: peer \"n2\" is at"
                        + " us-east-1/z9/n2, expected us-east-1/z2/n2, as at DIR/n2/narrows.yaml:LINE",
                "n1/narrows.yaml | b.example:15000       | b.example:15001      | n1/narrows.yaml:9:59: link b.example:15001"
                        + " does not match the listener of \"n2\", which listens on 0.0.0.0:15000",
                "n2/narrows.yaml | 'listen: 0.0.0.0:15000' | 'listen: 127.0.0.1:15000' | n1/narrows.yaml:9:59: link"
                        + " b.example:15000 does not match the listener of \"n2\", which listens on 127.0.0.1:15000",
                "n2/narrows.yaml | '  tls: {cert: n2.pem, key: n2.key, ca: ca.pem}' | '  plaintext: true' |"
                        + " n2/narrows.yaml:5:14: links of \"n2\" are plain text, but those of \"n1\" need TLS",
                "n2/narrows.yaml | 'routes: 127.0.1.2:6222' | 'routes: {address: 127.0.1.2:6222, peers: [n3]}' |"
                        + " n2/narrows.yaml:7:44: target \"routes\" is not available to \"n1\", which captures it",
                "n3/narrows.yaml | 'policy:\n'           | 'classify: [{class: bulk, starts-with: x}]\npolicy:\n' |"
                        + " n3/narrows.yaml:14:11: the class patterns differ from those of \"n1\"",
                "n1/hosts        | 127.0.1.2             | 127.0.1.9            | n1/narrows.yaml:12:14: no name resolves to"
                        + " 127.0.1.2 in DIR/n1/hosts, expected a line with the name of \"n2\"",
                "n2/hosts        | 127.0.1.2             | 127.0.0.1            | n2/hosts:2:1: \"n2.narrows.internal\""
                        + " resolves to 127.0.0.1, but on other nodes to a capture for \"n2\", expected 127.0.1.2",
                "n2/hosts        | n2.narrows            | n2.narrow            | n1/hosts:2:1: \"n2.narrows.internal\""
                        + " resolves to an address of \"n2\", but is missing from DIR/n2/hosts",
                "n1/narrows.yaml | b.example:15000       | n2.narrows.internal:15000 | n1/narrows.yaml:9:59:"
                        + " \"n2.narrows.internal\" resolves to 127.0.1.2 on this machine (DIR/n1/hosts:2:1), expected an"
                        + " address of the machine of \"n2\"",
                "n1/narrows.yaml | 'listen: 127.0.1.2:6222' | 'listen: 127.0.1.2:6223' | n1/narrows.yaml:12:14: capture"
                        + " 127.0.1.2:6223 uses a different port from target \"routes\" of \"n2\", which is 127.0.1.2:6222"
                        + " (DIR/n2/narrows.yaml:LINE",
                "n2/narrows.yaml | 'routes: 127.0.1.2:6222' | 'routes: 127.0.1.2:6223' | n1/narrows.yaml:12:14: capture"
                        + " 127.0.1.2:6222 uses a different port from target \"routes\" of \"n2\", which is 127.0.1.2:6223"
                        + " (DIR/n2/narrows.yaml:LINE",
                "n1/narrows.yaml | b.example:15000       | 127.0.0.1:15000      | n1/narrows.yaml:9:59: link 127.0.0.1:15000 points to this node itself, which listens there (DIR/n1/narrows.yaml:LINE",
                "n2/narrows.yaml | 'node: {id: n2'       | 'node: {id: n4'      | n1/narrows.yaml:9:10: no configuration for"
                        + " peer \"n2\"",
            })
    void mistakeInOneFile_isNamedWithItsPlace(String file, String right, String wrong, String mistake)
            throws IOException {
        replace(file, right, wrong);

        String expected = mistake.replace("DIR", cluster.toString()).replaceAll("LINE.*", "");
        assertThat(check().mistakes()).anySatisfy(line -> assertThat(line).startsWith(cluster + "/" + expected));
        assertThat(check().ok()).isFalse();
    }

    @Test
    void linkToThisMachine_isNamedIfThePeerIsOnAnother() throws IOException {
        replace("n1/narrows.yaml", "listen: 0.0.0.0:15000", "listen: 0.0.0.0:15001");
        replace("n1/narrows.yaml", "b.example:15000", "127.0.0.1:15000");

        assertThat(check().mistakes())
                .contains(
                        cluster + "/n1/narrows.yaml:9:59: link 127.0.0.1:15000 points to this machine, but \"n2\" is on"
                                + " another, expected an address of the machine of \"n2\"");
    }

    @Test
    void placeFromThePlatform_isAskedNowhere_andAgreesWithThatInOtherFiles() throws IOException {
        replace("n2/narrows.yaml", "zone: z2", "zone: auto");

        assertThat(check().mistakes()).isEmpty();
    }

    @Test
    void nameWithoutACapture_isNamed() throws IOException {
        remove("n1/narrows.yaml", "peer: n2, target: routes");

        assertThat(check().mistakes())
                .containsExactly(cluster
                        + "/n1/hosts:2:1: \"n2.narrows.internal\" resolves to 127.0.1.2, where no capture for \"n2\" listens ("
                        + cluster
                        + "/n1/narrows.yaml:12:3), expected a capture for each of its targets that is used here");
    }

    @Test
    void captureThatOnlyOthersHave_isNamed() throws Exception {
        cluster = generate("zookeeper", CLUSTER.replace("nats", "zookeeper"));
        assertThat(check().mistakes()).isEmpty();
        remove("n1/narrows.yaml", "peer: n2, target: election");

        assertThat(check().mistakes())
                .singleElement()
                .asString()
                .startsWith(cluster + "/n1/narrows.yaml:")
                .contains(": no capture for target \"election\" of \"n2\", which \"n3\" has (" + cluster
                        + "/n3/narrows.yaml:")
                .contains("), expected a capture of it, or \"n1\" removed from the peers of the target (");
    }

    @Test
    void targetThatIsNotForANode_needsNoCaptureThere() throws Exception {
        cluster = generate("zookeeper", CLUSTER.replace("nats", "zookeeper"));
        remove("n1/narrows.yaml", "peer: n2, target: election");
        replace("n2/narrows.yaml", "election: 127.0.1.2:3888", "election: {address: 127.0.1.2:3888, peers: [n3]}");

        assertThat(check().mistakes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"cassandra", "etcd", "kafka", "rabbitmq"})
    void generatedFilesOfOtherDatabases_agree(String database) throws Exception {
        String fourth = "  - {id: n4, address: d.example, region: eu-west-1, zone: z4}\n";
        cluster = generate(database, CLUSTER.replace("nats", database) + fourth);

        assertThat(check().mistakes()).isEmpty();
    }

    @Test
    void portOfACapturedAddress_mustBeThatOfTheTarget_withoutHostsFilesToo() throws Exception {
        cluster = generate("cassandra", CLUSTER.replace("nats", "cassandra"));
        replace("n1/narrows.yaml", "listen: 127.0.1.2:7000", "listen: 127.0.1.2:7001");

        assertThat(check().mistakes())
                .singleElement()
                .asString()
                .contains("capture 127.0.1.2:7001 uses a different port from target \"storage\" of \"n2\"")
                .endsWith("expected the same port in both, because 127.0.1.2 resolves to both");
    }

    @Test
    void peerThatForgotTheOther_isNamed() throws IOException {
        String text = Files.readString(cluster.resolve("n2/narrows.yaml"));
        Files.writeString(cluster.resolve("n2/narrows.yaml"), text.replaceAll("(?m)^  - \\{.*\\bn1\\b.*\n", ""));

        assertThat(check().mistakes())
                .containsExactly(
                        cluster + "/n2/narrows.yaml:9:3: \"n1\" is not a peer of \"n2\", which is one of its peers ("
                                + cluster + "/n1/narrows.yaml:9:10), expected nodes that are peers of each other");
    }

    @Test
    void targetThatThePeerDoesNotHave_isNamed() throws IOException {
        String text = Files.readString(cluster.resolve("n2/narrows.yaml"));
        Files.writeString(
                cluster.resolve("n2/narrows.yaml"),
                text.replace("  routes: ", "  route: ").replace("target: routes", "target: route"));

        assertThat(check().mistakes())
                .contains(cluster
                        + "/n1/narrows.yaml:12:48: \"n2\" has no target \"routes\" (did you mean \"route\"?), expected one"
                        + " of its targets, which are route (" + cluster + "/n2/narrows.yaml:7:3)");
    }

    @Test
    void certificateByAnotherAuthority_isNamed() throws Exception {
        Path other = generate("other");
        for (String file : List.of("n3.pem", "n3.key")) {
            Files.delete(cluster.resolve("n3").resolve(file));
            Files.copy(other.resolve("n3").resolve(file), cluster.resolve("n3").resolve(file));
        }

        assertThat(check().mistakes())
                .hasSize(2)
                .first()
                .asString()
                .startsWith(cluster
                        + "/n1/narrows.yaml:5:40: the certificate of \"n3\" was issued by another authority (" + cluster
                        + "/n3/n3.pem), expected certificates of all nodes issued by an authority in this file");
    }

    @Test
    void certificateOfAnotherNode_isNamed() throws IOException {
        for (String file : List.of(".pem", ".key")) {
            Files.delete(cluster.resolve("n3/n3" + file));
            Files.copy(cluster.resolve("n1/n1" + file), cluster.resolve("n3/n3" + file));
        }

        assertThat(check().mistakes())
                .containsExactly(cluster + "/n3/n3.pem: the certificate names n1 (expected: n3, as a DNS name or as"
                        + " spiffe://narrows/n3)");
    }

    @Test
    void nodesOfOneMachine_shareNoAddress() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), machine("a", "b", 15001, 9901));
        Files.writeString(folder.resolve("b.yaml"), machine("b", "a", 15000, 9902));

        assertThat(ClusterCheck.of(folder, Map.of(), Instant.now()).mistakes())
                .anySatisfy(line -> assertThat(line)
                        .startsWith(folder
                                + "/b.yaml:6:20: address 127.0.0.2:2380 overlaps 127.0.0.2:2380 of \"a\" on the same host ("
                                + folder + "/a.yaml:6:20)"));
    }

    @Test
    void captureAtTheTargetOfANodeOnTheSameMachine_isNamed() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), machine("a", "b", 15001, 9901));
        Files.writeString(
                folder.resolve("b.yaml"),
                machine("b", "a", 15000, 9902)
                        .replace("listen: 127.0.0.2:2380", "listen: 127.0.0.3:2380")
                        .replace("raft: 127.0.0.1:2380", "raft: 127.0.0.2:2380"));

        assertThat(ClusterCheck.of(folder, Map.of(), Instant.now()).mistakes())
                .containsExactly(
                        folder + "/a.yaml:6:20: address 127.0.0.2:2380 is also that of target \"raft\" of \"b\" on the"
                                + " same host (" + folder + "/b.yaml:4:17), expected a unique address");
    }

    @Test
    void connectCapturesOfOneMachine_areNamedAtTheirAddresses() throws IOException {
        Files.writeString(
                folder.resolve("a.yaml"),
                machine("a", "b", 15001, 9901)
                        .replaceAll("capture: .*", "capture: [{connect: 127.0.0.2:2380}]")
                        .replace("raft: 127.0.0.1:2380", "raft: 127.0.0.3:2380"));
        Files.writeString(
                folder.resolve("b.yaml"),
                machine("b", "a", 15000, 9902)
                        .replaceAll("capture: .*", "capture: [{connect: 127.0.0.2:2380}, {connect: 127.0.0.3:2380}]"));

        assertThat(ClusterCheck.of(folder, Map.of(), Instant.now()).mistakes())
                .containsExactlyInAnyOrder(
                        folder + "/b.yaml:6:21: address 127.0.0.2:2380 overlaps 127.0.0.2:2380 of \"a\" on the same"
                                + " host (" + folder + "/a.yaml:6:21), expected a unique address",
                        folder + "/b.yaml:6:48: address 127.0.0.3:2380 is also that of target \"raft\" of \"a\" on the"
                                + " same host (" + folder + "/a.yaml:4:17), expected a unique address");
    }

    @Test
    void twoFilesOfOneNode_areNamed() throws IOException {
        Files.writeString(folder.resolve("a.yaml"), machine("a", "b", 15001, 9901));
        Files.writeString(folder.resolve("b.yaml"), machine("a", "b", 15001, 9901));

        assertThat(ClusterCheck.of(folder, Map.of(), Instant.now()).mistakes())
                .contains(folder + "/b.yaml:2:12: node \"a\" is also defined by another file (" + folder
                        + "/a.yaml:2:12), expected a unique id for each node");
    }

    @Test
    void fileWithMistakes_isNotHeldAgainstOthers() throws IOException {
        Path file = cluster.resolve("n2/narrows.yaml");
        Files.writeString(file, Files.readString(file).replace("version: 1", "version: 2"));

        assertThat(check().mistakes())
                .containsExactly(file + ":1:10: version 2 is out of range, expected 1, the only supported version");
    }

    @Test
    void foldersBehindSymbolicLinks_areChecked() throws IOException {
        Path real = Files.move(cluster, folder.resolve("real"));
        Files.createDirectory(cluster);
        for (String id : List.of("n1", "n2", "n3")) {
            Files.createSymbolicLink(cluster.resolve(id), real.resolve(id));
        }
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);

        assertThat(ClusterCheck.of(link, Map.of(), Instant.now()).results()).hasSize(3);
        assertThat(check().results()).hasSize(3);
        assertThat(check().mistakes()).isEmpty();
    }

    @Test
    void folderOfTheAuthority_isNotReadAtAll() throws IOException {
        Files.createDirectory(cluster.resolve("ca").resolve("x".repeat(LongPath.UNREADABLE)));

        try (LongPath moved = LongPath.of(cluster)) {
            ClusterCheck check = ClusterCheck.of(moved.path(), Map.of(), Instant.now());

            assertThat(check.mistakes()).isEmpty();
            assertThat(check.results()).hasSize(3);
        }
    }

    @Test
    void emptyFolder_isAMistake() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));

        assertThat(ClusterCheck.of(empty, Map.of(), Instant.now()).mistakes())
                .containsExactly(empty
                        + ": no configuration in the directory, expected narrows.yaml in a directory for each node, or"
                        + " files that end in .yaml");
    }

    @Test
    void json_hasAnObjectForEachFile_andOneForAll() throws IOException {
        Path hosts = cluster.resolve("n1/hosts");
        Files.writeString(hosts, Files.readString(hosts).replace("127.0.1.2", "127.0.1.9"));
        StringWriter out = new StringWriter();

        ClusterCheckJson.write(check(), new PrintWriter(out));

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0)).startsWith("{\"file\":\"" + cluster + "/n1/narrows.yaml\",\"ok\":true,");
        assertThat(lines.get(3))
                .startsWith("{\"folder\":\"" + cluster + "\",\"ok\":false,\"disagreements\":[{\"file\":\"" + cluster
                        + "/n1/narrows.yaml\",\"line\":12,\"column\":14,\"wrong\":\"no name resolves to 127.0.1.2");
        for (String line : lines) {
            new JsonFactory().createParser(line).skipChildren();
        }
    }

    private static String machine(String id, String peer, int peersLink, int admin) {
        return """
                version: 1
                node: {id: %s, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:%d}
                targets: {raft: 127.0.0.1:2380}
                peers: [{id: %s, region: r, zone: z, host: h, link: 127.0.0.1:%d}]
                capture: [{listen: 127.0.0.2:2380, peer: %s, target: raft}]
                admin: {listen: 127.0.0.1:%d}
                """.formatted(id, peersLink == 15001 ? 15000 : 15001, peer, peersLink, peer, admin);
    }

    private void replace(String file, String right, String wrong) throws IOException {
        Path path = cluster.resolve(file);
        String text = Files.readString(path);
        assertThat(text).contains(right);
        Files.writeString(path, text.replace(right, wrong));
    }

    /** Removes the line of a file that has a text. */
    private void remove(String file, String text) throws IOException {
        Path path = cluster.resolve(file);
        List<String> lines = Files.readAllLines(path);
        List<String> others =
                lines.stream().filter(line -> !line.contains(text)).toList();
        assertThat(others).hasSize(lines.size() - 1);
        Files.write(path, others);
    }

    private Path generate(String name) throws Exception {
        return generate(name, CLUSTER);
    }

    private Path generate(String name, String yaml) throws Exception {
        return generate(folder, name, yaml);
    }

    private static Path generate(Path parent, String name, String yaml) throws Exception {
        Path file = Files.writeString(parent.resolve(name + ".input"), yaml);
        Cluster nodes = ClusterFile.read(file, new Problems()).orElseThrow();
        Path out = parent.resolve(name);
        new Generator(nodes, out, false, Layout.PER_NODE).write();
        for (ClusterNode node : nodes.nodes()) {
            removeComments(out.resolve(node.id()).resolve("narrows.yaml"));
            if (nodes.kind().database().usesNames()) {
                removeComments(out.resolve(node.id()).resolve("hosts"));
            }
        }
        return out;
    }

    /** Removes comments, so that line numbers do not depend on the text about a database. */
    private static void removeComments(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Files.write(
                file,
                lines.stream()
                        .filter(line -> !line.isBlank() && !line.strip().startsWith("#"))
                        .toList());
    }

    private ClusterCheck check() {
        return ClusterCheck.of(cluster, Map.of(), Instant.now());
    }
}
