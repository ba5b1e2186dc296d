package io.narrows.cli.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Peer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AdoptCommandTest {
    /** With it, the test replaces the expected proposal. */
    private static final boolean REWRITE = Boolean.getBoolean("adopt.rewrite");

    private static final Path EXPECTED = Path.of("src/test/resources/io/narrows/cli/adopt/proposal.yaml");

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private RecordedProc proc;

    @BeforeEach
    void record() throws IOException {
        proc = new RecordedProc(directory.resolve("proc"));
    }

    @Test
    void etcdAndPostgres_arePeersWithTheirPorts() throws IOException {
        databases();

        assertThat(adopt()).isZero();

        if (REWRITE) {
            Files.writeString(EXPECTED, out.toString());
        }
        assertThat(out.toString()).isEqualTo(Files.readString(EXPECTED));
    }

    @Test
    void proposal_isAValidConfigurationAsItIs() throws IOException, ConfigException {
        databases();

        Config config = adopted();

        assertThat(config.node().id().value()).isEqualTo("node-10-77-0-1");
        assertThat(config.peers())
                .extracting(peer -> peer.id().value())
                .containsExactly("node-10-77-0-2", "node-10-77-0-3", "node-10-77-0-4", "node-fd00-77-0-0-0-0-0-2");
        assertThat(config.captures())
                .extracting(capture -> capture.asTransparent().orElseThrow().toString())
                .satisfiesExactly(
                        v4 -> assertThat(v4).contains("127.0.0.1:15001", "[2380, 5432]"),
                        v6 -> assertThat(v6).contains("[::1]:15001", "[2380]"));
    }

    @Test
    void withoutReadableProcesses_portsTell() throws IOException, ConfigException {
        assertThat(peers(adopted()))
                .contains("10.77.0.2", "10.77.0.3", "10.77.0.4", "10.77.0.9", "10.77.0.5")
                .doesNotContain("10.77.0.254", "10.77.0.6");
        assertThat(out.toString())
                .contains("Connections from it to port 5432 (PostgreSQL) of this host only: a standby")
                .contains("Connections from this host to its port 5432 (PostgreSQL) only: this host is its standby");
    }

    @Test
    void port_makesPeersOfItsClients() throws IOException, ConfigException {
        databases();

        assertThat(peers(adopted("--port", "2379"))).containsExactly("10.77.0.254");
        assertThat(out.toString()).contains("ports: [2379]");
    }

    @Test
    void process_selectsItsConnections() throws IOException, ConfigException {
        databases();

        assertThat(peers(adopted("--process", "postgres"))).containsExactly("10.77.0.2");
        assertThat(out.toString()).contains("ports: [5432]").doesNotContain("[::1]:15001");
    }

    @Test
    void classOfAJvm_isAName() throws IOException, ConfigException {
        proc.empty("tcp6").process(200, "java", "java\0-cp\0lib\0org.example.Database\0", 102, 110, 111);

        assertThat(peers(adopted("--process", "Database"))).containsExactly("10.77.0.2");
    }

    @Test
    void programThatIsNoDatabase_isAClient() throws IOException, ConfigException {
        proc.process(400, "psql", "psql\0-h\0" + "10.77.0.5\0", 121);

        assertThat(peers(adopted())).contains("10.77.0.9").doesNotContain("10.77.0.5");
        assertThat(out.toString()).contains("5432 with 10.77.0.5");
    }

    @Test
    void titlesOfPostgres_tellReplicationFromClients() throws IOException, ConfigException {
        proc.empty("tcp6")
                .connection("10.77.0.1", 40001, "10.77.0.2", 5433, 1)
                .process(300, "postgres", "postgres: 15/main: walreceiver streaming 0/30", 1);

        assertThat(peers(adopted())).contains("10.77.0.2");
        assertThat(out.toString()).contains("to its port 5433 (PostgreSQL) only: a peer");
    }

    @Test
    void galera_getsThePortsOfItsStateTransfers() throws IOException, ConfigException {
        proc.empty("tcp").empty("tcp6").connection("10.77.0.1", 40001, "10.77.0.2", 4567, 1);
        proc.process(300, "mariadbd", "mariadbd\0", 1);

        assertThat(peers(adopted())).containsExactly("10.77.0.2");
        assertThat(out.toString())
                .contains("ports: [4444, 4567, 4568],", "Ports [4444, 4568] are those of Galera's state transfers");
    }

    @Test
    void portsOfOtherWellKnownPrograms_areNoDatabases() throws IOException {
        proc.empty("tcp").empty("tcp6").connection("10.77.0.1", 40001, "10.77.0.2", 9100, 1);

        assertThat(adopt()).isEqualTo(1);
    }

    @Test
    void nothingFound_saysWhatWasLookedFor() throws IOException {
        proc.empty("tcp").empty("tcp6");

        assertThat(adopt()).isEqualTo(1);
        assertThat(err.toString())
                .startsWith("narrows: found no peer among the 0 connections of this host with others. Looked for"
                        + " connections of etcd, postgres, ")
                .contains("2380", "5432", "--port or --process", "root");
        assertThat(out.toString()).isEmpty();

        assertThat(adopt("--port", "7000", "--process", "mydb")).isEqualTo(1);
        assertThat(err.toString()).contains("Looked for connections of mydb or connections to port 7000. ");
    }

    @Test
    void output_neverOverwrites() throws IOException {
        Path file = directory.resolve("narrows.yaml");

        assertThat(adopt("--output", file.toString())).isZero();
        String written = Files.readString(file);
        assertThat(adopt("--output", file.toString(), "--port", "2379")).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("narrows: " + file + " exists and was not changed (name a new file)\n");
        assertThat(Files.readString(file)).isEqualTo(written);
    }

    @Test
    void impossiblePort_isRefused() {
        assertThat(adopt("--port", "70000")).isEqualTo(2);

        assertThat(err.toString()).contains("--port 70000: expected a port from 1 to 65535");
    }

    @Test
    void otherFormatOfTheTable_isReported() throws IOException {
        Files.writeString(proc.directory().resolve("net/tcp"), "heading\nnonsense\n");

        assertThat(adopt()).isEqualTo(1);
        assertThat(err.toString()).contains("\"nonsense\" is not a socket in the format of /proc/net/tcp");
    }

    private void databases() throws IOException {
        proc.process(200, "etcd", "etcd\0--name=db1\0", 102, 103, 110, 111, 112, 113, 130, 131, 132)
                .process(300, "postgres", "postgres\0-D\0data\0", 101)
                .process(310, "postgres", "postgres: walsender postgres 10.77.0.2(50003) streaming 0/30", 101, 116)
                .process(311, "postgres", "postgres: app app 10.77.0.9(50004) idle", 101, 117)
                .process(400, "psql", "psql\0-h\0" + "10.77.0.5\0", 121);
    }

    private Config adopted(String... options) throws IOException, ConfigException {
        assertThat(adopt(options)).as(err.toString()).isZero();
        return ConfigLoader.load(Files.writeString(directory.resolve("adopted.yaml"), out.toString()));
    }

    private static Stream<String> peers(Config config) {
        return config.peers().stream().map(Peer::hosts).flatMap(hosts -> hosts.stream());
    }

    private int adopt(String... options) {
        String[] all = Stream.concat(Stream.of("--proc", proc.directory().toString()), Arrays.stream(options))
                .toArray(String[]::new);
        return new CommandLine(new AdoptCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
