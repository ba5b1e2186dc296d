package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EndpointsFileTest {
    private static List<ListedEndpoint> parse(String text) throws ConfigException {
        return EndpointsFile.parse("peers.yaml", text);
    }

    private static List<String> mistakes(String text) {
        try {
            throw new AssertionError("accepted: " + parse(text));
        } catch (ConfigException e) {
            return e.problems().stream().map(Object::toString).toList();
        }
    }

    @Test
    void item_isAnAddressOrAMap() throws ConfigException {
        List<ListedEndpoint> read = parse("""
                - 10.0.0.1:7400
                - "[2001:db8::2]:7400"
                - db-3.example:7400
                - {link: "10.0.0.4:7400", id: db-4}
                - link: 10.0.0.5:7400
                  id: db-5
                  region: eu-1
                  zone: eu-1a
                  host: h5
                """);

        assertThat(read)
                .extracting(peer -> peer.link().toString())
                .containsExactly(
                        "10.0.0.1:7400", "[2001:db8::2]:7400", "db-3.example:7400", "10.0.0.4:7400", "10.0.0.5:7400");
        assertThat(read.get(3).id()).contains(new PeerId("db-4"));
        assertThat(read.get(3).location()).isEmpty();
        assertThat(read.get(4).location()).contains(new Location("eu-1", "eu-1a", "h5"));
        assertThat(read.get(4).place()).hasToString("peers.yaml:5:3");
    }

    @Test
    void groupsOfPrometheus_areTheirTargets() throws ConfigException {
        assertThat(parse("""
                        [
                          {"targets": ["10.0.0.1:7400", "10.0.0.2:7400"], "labels": {"job": "db", "dc": "a"}},
                          {"targets": ["10.0.0.3:7400"]}
                        ]
                        """))
                .extracting(peer -> peer.link().toString())
                .containsExactly("10.0.0.1:7400", "10.0.0.2:7400", "10.0.0.3:7400");
    }

    @Test
    void emptyList_meansNoPeers() throws ConfigException {
        assertThat(parse("[]")).isEmpty();
    }

    @Test
    void fileWithoutAList_isAMistake() {
        assertThat(mistakes("# nothing yet\n"))
                .containsExactly("peers.yaml: the file is empty, expected a list of peers ([] for none)");
        assertThat(mistakes("peers: []"))
                .containsExactly("peers.yaml:1:1: the file is a map, expected a list of peers");
    }

    @Test
    void everyMistake_isReportedWithItsPlace() {
        assertThat(mistakes("""
                        - 10.0.0.1
                        - {link: "10.0.0.2:0"}
                        - {id: db-3}
                        - {link: "10.0.0.4:7400", zone: a}
                        - {link: "10.0.0.5:7400", zome: a}
                        - {targets: 10.0.0.6:7400}
                        - 7400
                        - {link: "10.0.0.8:7400", id: "db 8"}
                        """))
                .containsExactly(
                        "peers.yaml:1:3: \"10.0.0.1\" has no port, expected host:port such as 127.0.0.1:2380,"
                                + " db-2.example:2380 or [::1]:2380",
                        "peers.yaml:2:10: cannot connect to port 0, expected host:port such as 127.0.0.1:2380,"
                                + " db-2.example:2380 or [::1]:2380",
                        "peers.yaml:3:3: peer has no \"link\", expected link",
                        "peers.yaml:4:3: peer has no region and host, expected region, zone and host together, or none of"
                                + " them",
                        "peers.yaml:5:27: unknown key \"zome\" in peer (did you mean \"zone\"?), expected link, id, region,"
                                + " zone or host",
                        "peers.yaml:6:13: targets is the text \"10.0.0.6:7400\", expected a list of addresses",
                        "peers.yaml:7:3: an item of the file is the number 7400, expected host:port such as 127.0.0.1:2380,"
                                + " db-2.example:2380 or [::1]:2380",
                        "peers.yaml:8:31: \"db 8\" is not a valid name, expected text of up to 63 letters, digits, dots,"
                                + " dashes and underscores");
    }

    @Test
    void linkThatIsListedTwice_isOnePeer_unlessItDiffers() throws ConfigException {
        assertThat(parse("[10.0.0.1:7400, 10.0.0.1:7400]")).hasSize(1);

        assertThat(mistakes("""
                        - 10.0.0.1:7400
                        - {link: "10.0.0.1:7400", id: db-1}
                        """))
                .containsExactly(
                        "peers.yaml:2:3: 10.0.0.1:7400 is already at peers.yaml:1:3 with a different id or location,"
                                + " expected each link once");
    }

    @Test
    void variables_areNotReplaced() {
        assertThat(mistakes("- ${HOME}:7400\n")).hasSize(1);
    }

    @Test
    void numberOfPeers_isBounded() {
        String text = IntStream.rangeClosed(0, EndpointsFile.MOST + 1)
                .mapToObj(i -> "- 10.1.%d.%d:7400".formatted(i / 256, i % 256))
                .collect(Collectors.joining("\n"));

        assertThat(mistakes(text))
                .containsExactly(
                        "peers.yaml:10001:3: more than 10000 peers, expected at most 10000 in all files together");
    }

    @Test
    void severalFiles_areOneList_withTheMistakesOfAll(@TempDir Path folder) throws IOException, ConfigException {
        Path a = Files.writeString(folder.resolve("a.yaml"), "- 10.0.0.1:7400\n");
        Path b = Files.writeString(folder.resolve("b.json"), "[\"10.0.0.2:7400\"]");
        Path missing = folder.resolve("c.yaml");

        assertThat(EndpointsFile.read(List.of(a, b)))
                .extracting(peer -> peer.place().file())
                .containsExactly(a.toString(), b.toString());
        Files.writeString(b, "[");
        assertThatThrownBy(() -> EndpointsFile.read(List.of(a, b, missing)))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.problems())
                                .hasSize(2)
                                .last()
                                .hasToString(missing + ": the file does not exist, expected a list of peers"));
    }
}
