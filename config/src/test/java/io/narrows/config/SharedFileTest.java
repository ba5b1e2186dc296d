package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests files that list all nodes. */
class SharedFileTest {
    private static final String FILE = """
            version: 1
            nodes:
              - {id: db-1, region: r1, zone: z1, host: h1, link: 10.0.0.1:15000}
              - {id: db-2, region: r1, zone: z2, host: h2, link: 10.0.0.2:15000, ip: 10.0.0.2, refuse-codecs: [dense]}
              - {id: db-3, region: r2, zone: z3, host: h3, link: 10.0.0.3:15000, addresses: {raft: 'db-3:2380'}}
            link: {listen: 0.0.0.0:15000, plaintext: true}
            targets:
              raft: {address: 127.0.0.1:2380, peers: [db-1, db-2]}
              backup: {address: 127.0.0.1:9000, peers: [db-1]}
            capture:
              - {listen: 127.0.1.1:2380, peer: db-1, target: raft}
              - {listen: 127.0.1.2:2380, peer: db-2, target: raft}
              - {listen: 127.0.1.3:2380, peer: db-3, target: raft}
              - {transparent: 127.0.0.1:15001, ports: [7000], source: own}
            policy:
              - {peer: db-1, codec: none}
              - {peer: db-2, codec: lz4}
              - {peer: db-3, codec: dense}
            grpc:
              places:
                - {addresses: [10.0.0.1], peer: db-1}
                - {addresses: [10.0.0.2], peer: db-2}
            """;

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("narrows.yaml"), FILE);
    }

    @Test
    void ownEntry_isTheNode_andTheOthersArePeers() throws ConfigException {
        Config config = source().withNode("db-2").load();

        assertThat(config.node()).isEqualTo(new Node(new PeerId("db-2"), new Location("r1", "z2", "h2")));
        assertThat(config.peers()).extracting(Peer::id).containsExactly(new PeerId("db-1"), new PeerId("db-3"));
        Peer third = config.peers().get(1);
        assertThat(third.location()).contains(new Location("r2", "z3", "h3"));
        assertThat(third.addresses()).containsKey(new TargetName("raft"));
    }

    @Test
    void whatIsAboutThisNodeAsAPeer_isLeftOut() throws ConfigException {
        Config config = source().withNode("db-2").load();

        assertThat(config.captures().stream()
                        .flatMap(capture -> capture.asListener().stream())
                        .map(capture -> capture.peer().value()))
                .containsExactly("db-1", "db-3");
        assertThat(config.captures()).hasSize(3);
        assertThat(config.policy().rules()).extracting(Rule::number).containsExactly(1, 3);
        assertThat(config.grpc().orElseThrow().places()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"db-1", "db-2", "db-3"})
    void renderedConfiguration_isThatOfTheNode(String id) throws ConfigException {
        Config config = source().withNode(id).load();

        Config again = ConfigLoader.parse("a.json", ConfigJson.render(config), directory);

        assertThat(again)
                .usingRecursiveComparison()
                .ignoringFields("policy.rules.place", "policy.rules.number")
                .isEqualTo(config);
    }

    @Test
    void node_isFromTheEnvironment_unlessTheCommandLineNamesIt() throws IOException, ConfigException {
        Files.writeString(file, FILE + "node: ${HOSTNAME}");
        ConfigSource source = new ConfigSource(file, Map.of("HOSTNAME", "db-3"));

        assertThat(source.load().node().id()).isEqualTo(new PeerId("db-3"));
        assertThat(source.withNode("db-1").load().node().id()).isEqualTo(new PeerId("db-1"));
        assertThat(source.undecided()).isEmpty();
    }

    @Test
    void emptyNode_isAsIfThereWereNone() throws IOException, ConfigException {
        Files.writeString(file, FILE + "node: \"${HOSTNAME:-}\"");
        ConfigSource source = new ConfigSource(file, Map.of());

        assertThat(source.withNode("db-1").load().node().id()).isEqualTo(new PeerId("db-1"));
        assertThat(source.undecided()).hasSize(3);
        assertThatThrownBy(source::load).hasMessageContaining("cannot tell which of nodes this is");
    }

    @Test
    void targetsOfAnEntry_areThoseOfItsNode() throws IOException, ConfigException {
        Files.writeString(
                file,
                FILE.replace(
                        "link: 10.0.0.1:15000",
                        "link: 10.0.0.1:15000, targets: {raft: 127.0.1.1:2380, more: 127.0.1.1:1}"));

        Config first = source().withNode("db-1").load();
        assertThat(first.targets().keySet()).extracting(TargetName::value).containsExactly("raft", "backup", "more");
        assertThat(first.targets().get(new TargetName("raft")))
                .isEqualTo(Target.forAll(new HostPort("127.0.1.1", 2380)));
        assertThat(source().withNode("db-2").load().targets().keySet())
                .extracting(TargetName::value)
                .containsExactly("raft", "backup");
    }

    @Test
    void nothingSaysWhichNodeThisIs() {
        assertThatThrownBy(() -> source().load())
                .hasMessage(file + ":2:1: cannot tell which of nodes this is,"
                        + " expected --node ID, or node: ID in the file");
        assertThat(source().undecided()).extracting(PeerId::value).containsExactly("db-1", "db-2", "db-3");
        assertThat(source().withNode("db-1").undecided()).isEmpty();
    }

    @Test
    void unknownNode_isReported_withTheNearestOne() throws IOException {
        assertThatThrownBy(() -> source().withNode("db-22").load())
                .hasMessage(file + ":2:1: unknown node \"db-22\" of --node (did you mean \"db-2\"?),"
                        + " expected the node db-1, db-2 or db-3");

        Files.writeString(file, FILE + "node: bd-3");
        assertThatThrownBy(() -> source().load())
                .hasMessage(file + ":23:7: unknown node \"bd-3\" (did you mean \"db-3\"?),"
                        + " expected the node db-1, db-2 or db-3");
    }

    @Test
    void processRemainsTheNodeThatItIs() throws IOException, ConfigException {
        ConfigSource source = source().remaining(new PeerId("db-1"));
        Files.writeString(file, FILE + "node: db-2");

        assertThat(source.load().node().id()).isEqualTo(new PeerId("db-1"));

        Files.writeString(file, FILE.replace("db-1", "db-9"));
        assertThatThrownBy(source::load)
                .hasMessageContaining(":2:1: unknown node \"db-1\", which this process runs as (did you mean");
    }

    @Test
    void fileOfOneNode_isNotForAnother() throws IOException, ConfigException {
        Files.writeString(file, Fixtures.SMALLEST);

        assertThat(source().withNode("db-1").load().node().id()).isEqualTo(new PeerId("db-1"));
        assertThat(source().undecided()).isEqualTo(List.of());
        assertThatThrownBy(() -> source().withNode("db-2").load())
                .hasMessage(file + ":2:1: the file is for node \"db-1\", but --node says \"db-2\","
                        + " expected --node db-1, or a file with nodes");
    }

    private ConfigSource source() {
        return ConfigSource.of(file);
    }
}
