package io.narrows.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.narrows.cli.http.StubServer;
import io.narrows.testkit.Json;
import io.narrows.testkit.focus.Csv;
import io.narrows.testkit.focus.FocusRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReportCommandTest {
    private final StringWriter out = new StringWriter();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream systemErr = System.err;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void restore() {
        System.setErr(systemErr);
    }

    @Test
    void table_hasALinePerPeerTierAndClass() throws IOException {
        try (StubServer sidecar = sidecar(new MetricsText("db-1", "aws", "GB", "12.5", "0", true).usualFlows())) {
            assertThat(report("--admin", sidecar.address())).isZero();
        }

        assertThat(String.join("\n", out.toString().lines().toList().subList(1, 8)) + "\n")
                .isEqualTo("""
                US dollars by tariff aws 2026-11, 12.5 % off traffic: what both ends of each link pay
                peer                 tier         class               app     wire      without         with        saved    codec CPU
                db-2                 cross-zone   control              0B   1.00MB       0.0000      <0.0001     >-0.0001       0.0000
                db-2                 cross-zone   replication      44.0GB   11.0GB       0.4700       0.1300       0.3400       0.0086
                db-3                 cross-region bulk             8.00GB   3.10GB       0.0220       0.0240      -0.0020       0.0002
                total                                              52.0GB   14.1GB       0.4920       0.1540       0.3380       0.0088
                processor time of the whole process 0.0360; saved after processor time 0.3020
                """);
        assertThat(out.toString()).startsWith("db-1 in us-east-1/use1-az1, 2024-11-25T00:00:00Z to ");
    }

    @Test
    void severalSidecars_haveASum() throws IOException {
        try (StubServer one = sidecar(new MetricsText("db-1").usualFlows());
                StubServer other = sidecar(new MetricsText("db-2").usualFlows())) {
            assertThat(report("--admin", one.address(), "--admin", other.address()))
                    .isZero();
        }

        assertThat(out.toString())
                .contains("db-1 in us-east-1", "db-2 in us-east-1", "2 nodes ")
                .endsWith("processor time of all processes 0.0720; saved after processor time 0.6040\n");
    }

    @Test
    void json_hasTheFiguresOfTheMetrics() throws IOException {
        try (StubServer sidecar = sidecar(new MetricsText("db-1").usualFlows())) {
            assertThat(report("--output", "json", "--admin", sidecar.address())).isZero();
        }

        Map<String, Object> node = Json.object(out.toString());
        assertThat(node)
                .containsEntry("node", "db-1")
                .containsEntry("start", "2024-11-25T00:00:00Z")
                .containsEntry("both_ends", false)
                .containsEntry("app_bytes", 52e9)
                .containsEntry("usd_cpu", 0.036);
        assertThat((Double) node.get("usd_net")).isEqualTo(0.30198, within(1e-9));
        assertThat(node.get("traffic"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .hasSize(3);
    }

    @Test
    void focus_writesTheChargesOfAllNodes() throws IOException {
        Path file = folder.resolve("charges.csv");
        try (StubServer one = sidecar(new MetricsText("db-1").usualFlows());
                StubServer other = sidecar(new MetricsText("db-2").usualFlows())) {
            int exitCode = report(
                    "--admin",
                    one.address() + "," + other.address(),
                    "--focus",
                    file.toString(),
                    "--billing-account",
                    "finance-7");
            assertThat(exitCode).isZero();
        }

        String csv = Files.readString(file);
        assertThat(FocusRules.violations(csv)).isEmpty();
        assertThat(Csv.rows(csv))
                .hasSize(16)
                .allMatch(row -> row.get("BillingAccountId").equals("finance-7"))
                .extracting(row -> row.get("x_Node"))
                .contains("db-1", "db-2");
        assertThat(err).hasToString("narrows: wrote 16 charges to " + file + System.lineSeparator());
        assertThat(folder).isDirectoryContaining("glob:**charges.csv").isDirectoryNotContaining("glob:**.tmp");
    }

    @Test
    void focusThatCannotBeRead_leavesTheFormerFile() throws IOException {
        Path file = Files.writeString(folder.resolve("charges.csv"), "former");
        try (StubServer sidecar = sidecar(new MetricsText("db-1").usualFlows())) {
            assertThat(report("--admin", sidecar.address() + ",127.0.0.1:1", "--focus", file.toString()))
                    .isEqualTo(1);
        }

        assertThat(file).hasContent("former");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("narrows: no answer from http://127.0.0.1:1/metrics: ");
    }

    @Test
    void focusInAFolderThatIsMissing_isAnError() throws IOException {
        Path file = folder.resolve("missing/charges.csv");
        try (StubServer sidecar = sidecar(new MetricsText("db-1").usualFlows())) {
            assertThat(report("--admin", sidecar.address(), "--focus", file.toString()))
                    .isEqualTo(1);
        }

        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("narrows: cannot write " + file + ": ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void bothEndsOfALinkThatCountBoth_areRefused() throws IOException {
        try (StubServer one = sidecar(new MetricsText("db-1", "aws", "GB", "0", "0", true).usualFlows());
                StubServer other = sidecar(new MetricsText("db-2"))) {
            assertThat(report("--admin", one.address(), "--admin", other.address()))
                    .isEqualTo(1);
        }

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("their sum would count bytes twice");
    }

    @Test
    void oneNodeTwice_isRefused() throws IOException {
        try (StubServer one = sidecar(new MetricsText("db-1"));
                StubServer same = sidecar(new MetricsText("db-1"))) {
            assertThat(report("--admin", one.address(), "--admin", same.address()))
                    .isEqualTo(1);
        }

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("are both node db-1");
    }

    @Test
    void otherServer_isNoSidecar() throws IOException {
        try (StubServer other = new StubServer(200, query -> "up 1\n")) {
            assertThat(report("--admin", other.address())).isEqualTo(1);
        }
        try (StubServer page = new StubServer(200, query -> "<html>")) {
            assertThat(report("--admin", page.address())).isEqualTo(1);
        }
        try (StubServer failing = new StubServer(404, query -> "")) {
            assertThat(report("--admin", failing.address())).isEqualTo(1);
        }

        assertThat(err.toString(StandardCharsets.UTF_8).lines())
                .satisfiesExactly(
                        line -> assertThat(line).contains("have no narrows_tariff_info"),
                        line -> assertThat(line).endsWith("is not in Prometheus' text format"),
                        line -> assertThat(line).endsWith("responded with status 404, expected 200"));
    }

    @Test
    void sidecarThatStartsInTheFuture_isAnError() throws IOException {
        MetricsText metrics = new MetricsText("db-1").with("process_start_time_seconds", "32503680000");
        try (StubServer sidecar = sidecar(metrics)) {
            assertThat(report("--admin", sidecar.address())).isEqualTo(1);
        }

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("in the future by this machine's clock");
    }

    @Test
    void nameWithAnUnderscore_isAnError() {
        assertThat(report("--admin", "db_1:9901")).isEqualTo(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("narrows: cannot ask http://db_1:9901/metrics: ");
    }

    @Test
    void token_isSentToPrometheus() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "abc.def-1=\n");
        try (StubServer prometheus = new StubServer(401, query -> "no")) {
            assertThat(report(
                            "--prometheus",
                            "http://" + prometheus.address(),
                            "--since",
                            "2026-11-01",
                            "--token-file",
                            token.toString()))
                    .isEqualTo(1);

            assertThat(prometheus.authorizations()).containsExactly("Bearer abc.def-1=");
        }
        assertThat(err.toString(StandardCharsets.UTF_8))
                .endsWith("status 401, not an answer of Prometheus (pass a token with --token-file)"
                        + System.lineSeparator());
    }

    @Test
    void fileWithoutAToken_isAnError() throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "two words");

        assertThat(report(
                        "--prometheus",
                        "http://127.0.0.1:1",
                        "--since",
                        "2026-11-01",
                        "--token-file",
                        token.toString()))
                .isEqualTo(1);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("must contain a bearer token and nothing else");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--since 2026-11-01 | --since, --until, --job, --match and --token-file need --prometheus",
                "--match a=b | --since, --until, --job, --match and --token-file need --prometheus",
                "--prometheus http://h:1 --since 2026-11-01 --match a-b=c | --match: \"a-b\" is not the name of a label",
                "--prometheus http://u:p@h:1 --since 2026-11-01 | the address contains a password",
                "--prometheus http://h:1/?a=b --since 2026-11-01 | is not an address such as http://127.0.0.1:9090",
                "--prometheus http://h:1 --since 2026-11-01 --until 2999-01-01 | --until is in the future",
                "--prometheus http://127.0.0.1:1 | --prometheus needs --since",
                "--prometheus 127.0.0.1 --since 2026-11-01 | is not an address such as http://127.0.0.1:9090",
                "--prometheus http://h:1 --admin h:2 --since 2026-11-01 | exclude each other",
                "--prometheus http://h:1 --since 2026-11-02 --until 2026-11-01 | --since must be before --until",
                "--prometheus http://h:1 --since yesterday | is not a time (expected: 2026-11-01",
                "--prometheus http://h:1 --since 2026-13-01 | is not a time (expected: 2026-11-01",
                "--admin here | --admin: \"here\" has no port",
            })
    void wrongOptions_areBadInput(String options, String said) {
        StringWriter errors = new StringWriter();
        CommandLine line = new CommandLine(new ReportCommand()).setErr(new PrintWriter(errors, true));

        int exitCode = line.execute(options.split(" "));

        assertThat(exitCode).isEqualTo(2);
        assertThat(errors.toString()).contains(said);
    }

    private static StubServer sidecar(MetricsText metrics) throws IOException {
        return new StubServer(200, query -> metrics.toString());
    }

    private int report(String... options) {
        return new CommandLine(new ReportCommand())
                .setOut(new PrintWriter(out, true))
                .execute(options);
    }
}
