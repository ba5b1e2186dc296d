package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.narrows.config.yaml.Place;
import io.narrows.config.yaml.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("narrows.yaml");
    }

    @Test
    void omittedKeys_haveTheirDefaults() {
        Config config = Fixtures.parse(Fixtures.SMALLEST);

        assertThat(config.captures()).isEmpty();
        assertThat(config.policy()).isEqualTo(Policy.STANDARD);
        assertThat(config.tariff()).isEqualTo(Tariff.of(Preset.AWS));
        assertThat(config.admin().listen()).hasToString("127.0.0.1:9901");
        assertThat(config.peers().get(0).addresses()).isEmpty();
        assertThat(config.link())
                .isEqualTo(new LinkSettings(
                        new HostPort("127.0.0.1", 15000),
                        Optional.empty(),
                        false,
                        10_000,
                        1,
                        Duration.ofSeconds(30),
                        TransportKind.AUTO,
                        0,
                        0,
                        256L << 20,
                        Optional.empty(),
                        PlaceMode.WARN,
                        Duration.ofSeconds(12)));
    }

    @Test
    void warmUp_isLongerByDefault_withTlsOfDatabases() throws IOException {
        Path ca = Files.createFile(folder.resolve("ca.pem"));
        String encrypted = Fixtures.SMALLEST.replace(
                "{raft: 127.0.0.1:2380}",
                "{raft: {address: 127.0.0.1:2380, peers: [db-2], tls: {ca: " + ca + ", plaintext: true}}}");

        assertThat(Fixtures.parse(Fixtures.SMALLEST).warmUp()).isEqualTo(Duration.ofSeconds(2));
        assertThat(Fixtures.parse(encrypted).warmUp()).isEqualTo(Duration.ofSeconds(10));
        assertThat(Fixtures.parse(encrypted.replace("127.0.0.1:15000}", "127.0.0.1:15000, warm-up: 0s}"))
                        .warmUp())
                .isZero();
    }

    @Test
    void formerKeys_haveTheEffectOfThePresentOnes_andAreReportedWithTheirPlaces() throws ConfigException {
        List<String> reported = new ArrayList<>();

        Config config = ConfigSource.of(Path.of("src/test/resources/corpus/good/former-keys.yaml"))
                .load(key -> reported.add(key.toString()));

        assertThat(config.link().minIdle()).isEqualTo(2);
        assertThat(config.link().tcpMss()).isEqualTo(536);
        assertThat(config.link().placeCheck()).isEqualTo(PlaceMode.STRICT);
        StoreSettings store = config.store().orElseThrow();
        assertThat(store.dataDir()).hasFileName("store");
        assertThat(store.clients().listen()).containsExactly(new HostPort("127.0.0.1", 12379));
        assertThat(store.snapshotCount()).isEqualTo(100);
        assertThat(reported)
                .hasSize(6)
                .allMatch(line -> line.endsWith("; the next release will reject the former name"));
        assertThat(reported.get(0)).contains("former-keys.yaml:5:3: link.ready is now link.min-idle;");
        assertThat(reported.get(3)).contains("former-keys.yaml:10:3: store.data is now store.data-dir;");
    }

    @Test
    void presentKeys_areNotReported() throws ConfigException {
        List<String> reported = new ArrayList<>();

        ConfigSource.of(Path.of("examples/narrows.yaml")).load(key -> reported.add(key.toString()));

        assertThat(reported).isEmpty();
    }

    @Test
    void shippedExample_loads() throws ConfigException {
        Config config = ConfigLoader.load(Path.of("examples/narrows.yaml"));

        assertThat(config.peer(new PeerId("db-3"))).map(Peer::link).contains(new HostPort("db-3.example", 15000));
        assertThat(config.captures()).hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"etcd-1.yaml", "etcd-2.yaml"})
    void pairOfExamples_loads(String name) throws ConfigException {
        Config config = ConfigLoader.load(Path.of("examples", "quick-start", name));

        assertThat(config.captures()).hasSize(1);
    }

    @Test
    void relativePaths_startAtTheFolderOfTheFile() throws IOException, ConfigException {
        Files.createDirectory(folder.resolve("pem"));
        for (String name : new String[] {"c", "k", "ca"}) {
            Files.writeString(folder.resolve("pem").resolve(name), "");
        }
        write(Fixtures.SMALLEST.replace(
                "127.0.0.1:15000",
                "0.0.0.0:15000, tls: {cert: pem/c, key: %s/pem/k, ca: pem/../pem/ca}".formatted(folder)));

        TlsFiles tls = ConfigLoader.load(file).link().tls().orElseThrow();

        Path pem = folder.resolve("pem");
        assertThat(tls).isEqualTo(new TlsFiles(pem.resolve("c"), pem.resolve("k"), folder.resolve("pem/../pem/ca")));
    }

    @Test
    void missingFile_isNamed() {
        assertThat(problem(file)).isEqualTo(whole("the file does not exist", "a configuration"));
    }

    @Test
    void folderInPlaceOfAFile_isRefused() throws IOException {
        Files.createDirectory(file);

        assertThat(problem(file).wrong()).startsWith("the file cannot be read");
    }

    @Test
    void tooLargeFile_isRefused() throws IOException {
        write(Fixtures.SMALLEST + "#".repeat(SourceFile.MAX_BYTES));

        assertThat(problem(file)).isEqualTo(whole("the file is larger than 1 MiB", "a configuration"));
    }

    @Test
    void largestFile_loads() throws IOException, ConfigException {
        write(Fixtures.SMALLEST + "#".repeat(SourceFile.MAX_BYTES - Fixtures.SMALLEST.length()));

        assertThat(ConfigLoader.load(file).node().id()).hasToString("db-1");
    }

    @Test
    void emptyFile_isRefused() throws IOException {
        write("");

        assertThat(problem(file).wrong()).isEqualTo("the file is empty");
    }

    @Test
    void bytesThatAreNoUtf8_haveTheirPlace() throws IOException {
        Files.write(file, "version: 1\n# \uD83D\uDE00 caf\u00e9\nnode: \u00e9".getBytes(StandardCharsets.UTF_8));
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] = 'x';
        Files.write(file, bytes);

        assertThat(problem(file).place()).isEqualTo(new Place(file.toString(), 3, 7));
    }

    @Test
    void columns_countCharactersBeyondTheFirstPlane() throws IOException {
        write("version: 1\n\"\uD83D\uDE00\": 1\nnode: {id: \"\uD83D\uDE00\", \u0007: 1}");

        assertThat(problem(file).place()).isEqualTo(new Place(file.toString(), 3, 17));
    }

    @Test
    void byteOrderMark_isPassedOver() throws IOException, ConfigException {
        write("\uFEFF" + Fixtures.SMALLEST);

        assertThat(ConfigLoader.load(file).node().id()).hasToString("db-1");
    }

    @Test
    void windowsLineEnds_keepPlaces() throws IOException {
        write(Fixtures.SMALLEST.replace("db-2", "db-1").replace("\n", "\r\n"));

        assertThat(problem(file).place()).isEqualTo(new Place(file.toString(), 6, 10));
    }

    @Test
    void deepNesting_isRefusedWithoutRecursion() throws IOException {
        write("[".repeat(SourceFile.MAX_BYTES));

        assertThat(problem(file).wrong()).isEqualTo("nested deeper than 32 levels");
    }

    @Test
    void tooManyValues_areRefusedBeforeTheyTakeMemory() throws IOException {
        write("[" + "a,".repeat(SourceFile.MAX_BYTES / 2 - 2) + "]");

        assertThat(problem(file).wrong()).isEqualTo("more than 50000 values");
    }

    @Test
    void manyProblems_endWithOneThatSaysSo() throws IOException {
        write(Fixtures.SMALLEST + "policy:\n" + "  - {codec: ztsd}\n".repeat(2000));

        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(file));

        assertThat(refused.problems())
                .hasSize(1001)
                .last()
                .extracting(Problem::wrong)
                .asString()
                .startsWith("too many errors");
    }

    @Test
    void longUnknownKey_isCutInTheMessage() throws IOException {
        write(Fixtures.SMALLEST + "? " + "k".repeat(500_000) + "\n: 1\n");

        assertThat(problem(file).wrong()).isEqualTo("unknown key \"" + "k".repeat(60) + "...\" in the file");
    }

    @Test
    void manyPeers_areNotAllListedInAMessage() throws IOException {
        StringBuilder yaml = new StringBuilder(Fixtures.SMALLEST);
        for (int i = 10; i < 30; i++) {
            yaml.append("  - {id: n-%d, region: r, zone: z, host: h, link: n-%d:1}\n".formatted(i, i));
        }
        write(yaml + "policy: [{peer: nobody, codec: none}]");

        assertThat(problem(file).expected()).isEqualTo("one of the 21 peers");
    }

    private void write(String text) throws IOException {
        Files.writeString(file, text);
    }

    private Problem whole(String wrong, String expected) {
        return new Problem(Place.of(file.toString()), wrong, expected);
    }

    private static Problem problem(Path file) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(file));
        assertThat(refused.problems()).hasSize(1);
        return refused.problems().get(0);
    }
}
