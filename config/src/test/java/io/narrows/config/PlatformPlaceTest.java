package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code auto} in the place of a node. */
class PlatformPlaceTest {
    private static final String REST = """
            link: {listen: 127.0.0.1:15000}
            targets: {raft: 127.0.0.1:2380}
            """;
    private static final String ONE = """
            version: 1
            node: {id: db-1, region: auto, zone: auto, host: auto}
            peers:
              - {id: db-2, link: 127.0.0.1:15001}
            """ + REST;
    private static final String SHARED = """
            version: 1
            nodes:
              - {id: db-1, region: auto, zone: auto, host: auto, link: 127.0.0.1:15001}
              - {id: db-2, region: auto, zone: auto, host: h2, link: 127.0.0.1:15002}
              - {id: db-3, region: r3, zone: z3, host: h3, link: 127.0.0.1:15003}
            """ + REST;

    private final AtomicInteger questions = new AtomicInteger();

    @TempDir
    private Path directory;

    private final PlatformPlace platform = platform(Optional.of("r1-z1"));

    @Test
    void placeOfTheNode_isFromThePlatform() throws Exception {
        Config config = source(ONE).withPlatform(platform).load();

        assertThat(config.node().location()).isEqualTo(new Location("r1", "r1-z1", "h1"));
        assertThat(questions).hasValue(1);
    }

    @Test
    void partsMayBeGiven() throws Exception {
        Config config = source(ONE.replace("region: auto, zone: auto", "region: auto, zone: rack-7"))
                .withPlatform(platform(Optional.empty()))
                .load();

        assertThat(config.node().location()).isEqualTo(new Location("r1", "rack-7", "h1"));
    }

    @Test
    void machineInNoZone_needsTheZoneInTheFile() throws IOException {
        ConfigSource source = source(ONE).withPlatform(platform(Optional.empty()));

        assertThatThrownBy(source::load)
                .hasMessage(source.file() + ":2:38: zone: auto: Cloud has this machine in no zone of region \"r1\","
                        + " expected the name of the zone")
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.isTemporary()).isFalse());
    }

    @Test
    void platformThatDoesNotKnow_isAskedOnceForEachFile() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        ConfigSource source = source(ONE).withPlatform(new PlatformPlace() {
            @Override
            public String host() {
                return "h1";
            }

            @Override
            public CloudPlace cloud() throws UnknownPlaceException {
                throw new UnknownPlaceException("no answer " + asked.incrementAndGet());
            }
        });

        assertThatThrownBy(source::load)
                .hasMessage(source.file() + ":2:26: region: auto: no answer 1, expected the name of the region\n"
                        + source.file() + ":2:38: zone: auto: no answer 1, expected the name of the zone")
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.isTemporary()).isTrue());
    }

    @Test
    void withoutAPlatform_autoIsAnError() throws IOException {
        assertThatThrownBy(source(ONE)::load)
                .hasMessageContaining("region: auto: this program does not ask a cloud's metadata service")
                .hasMessageContaining("host: auto: this program does not ask for the host's name");
    }

    @Test
    void unaskedPlatform_leavesTheWord() throws Exception {
        Config config = source(ONE).withPlatform(PlatformPlace.UNASKED).load();

        assertThat(config.node().location()).isEqualTo(new Location("auto", "auto", "auto"));
        assertThat(config.node().location().agreesWith(new Location("r1", "z1", "h1")))
                .isTrue();
    }

    @Test
    void placeOfAPeer_isNotFromThePlatform() throws IOException {
        ConfigSource source = source(ONE.replace("{id: db-2,", "{id: db-2, region: auto, zone: z2, host: h2,"))
                .withPlatform(platform);

        assertThatThrownBy(source::load)
                .hasMessage(source.file() + ":4:24: region: auto is possible only for this node itself,"
                        + " expected the name of the region");
    }

    @Test
    void sharedFile_leavesThePlacesOfOthers_toTheirHellos() throws Exception {
        Config first = source(SHARED).withNode("db-1").withPlatform(platform).load();

        assertThat(first.node().location()).isEqualTo(new Location("r1", "r1-z1", "h1"));
        assertThat(first.peers())
                .extracting(Peer::location)
                .containsExactly(Optional.empty(), Optional.of(new Location("r3", "z3", "h3")));
        assertThat(questions).hasValue(1);

        Config third = source(SHARED).withNode("db-3").withPlatform(platform).load();

        assertThat(third.node().location()).isEqualTo(new Location("r3", "z3", "h3"));
        assertThat(questions).hasValue(1);
    }

    @Test
    void nameFromThePlatform_isRenderedInItsPlace() throws Exception {
        Config config = source(ONE).withPlatform(platform).load();

        assertThat(ConfigLoader.parse("a.json", ConfigJson.render(config), directory)
                        .node())
                .isEqualTo(config.node());
    }

    private PlatformPlace platform(Optional<String> zone) {
        return new PlatformPlace() {
            @Override
            public String host() {
                return "h1";
            }

            @Override
            public CloudPlace cloud() {
                questions.incrementAndGet();
                return new CloudPlace("Cloud", "r1", zone);
            }
        };
    }

    private ConfigSource source(String text) throws IOException {
        return ConfigSource.of(Files.writeString(directory.resolve("narrows.yaml"), text));
    }
}
