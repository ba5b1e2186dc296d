package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.net.httpserver.HttpServer;
import io.narrows.testkit.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** {@code narrows estimate} without captures. */
class EstimateFlowsTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> queries = new ArrayList<>();
    private HttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void nodes_json_hasTheFiguresOfTheHand() {
        assertThat(estimate(
                        "--nodes", "1000", "--replication", "3", "--zones", "3", "--writes", "100", "--output", "json"))
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        Map<String, Object> line = list(report.get("distances")).get(0);
        // 2 copies x 100 MB/s x 2,629,800 s, at 0.02 USD per GB; zstd 1 with TLS: 0.1467 + 0.0089 to 0.4160 + 0.0338
        assertThat(line).containsEntry("tier", "cross-zone").containsEntry("codec", "zstd:1");
        assertThat(number(line.get("app_gb_per_month"))).isEqualTo(525_960);
        assertThat(number(line.get("usd_without"))).isCloseTo(10_519.20, within(0.01));
        assertRange(line.get("wire_gb_per_month"), 81_839.376, 236_576.808);
        assertRange(line.get("usd_traffic"), 1_636.79, 4_731.54);
        // with processors, and 333,333 idle pairs of nodes between zones
        assertRange(report.get("usd_policy"), 1_636.79 + 21.17 + 153.11, 4_731.54 + 89.91 + 1_011.60);
        assertRange(report.get("usd_saved"), 10_519.20 - 5_833.05, 10_519.20 - 1_811.07);
        assertThat(list(report.get("zones")))
                .extracting(zone -> zone.get("nodes"))
                .containsExactly(334, 333, 333);
    }

    @Test
    void matrix_thatIsADirectory_isNamed_withTheReason() {
        assertThat(estimate("--matrix", folder.toString())).isEqualTo(2);

        assertThat(err.toString()).contains(folder + ": is a directory; expected a table");
    }

    @Test
    void nodes_table() {
        assertThat(estimate("--nodes", "6", "--zones", "2", "--writes", "1.5", "--like", "etcd", "--plaintext"))
                .isZero();

        assertThat(out.toString())
                .startsWith("6 nodes in 1 region with 2 zones, 3 replicas, writes of 1.5 MB/s\n")
                .contains("cross-zone", "(aws 2026-11)", "zstd:1", "zstd:3 *", "docs/benchmarks.md, etcd-timed")
                .contains("measurements on recorded traffic (etcd), links without TLS");
    }

    @Test
    void nodes_yaml_hasTheContentOfTheJson() {
        assertThat(estimate("--nodes", "3", "--writes", "1", "--output", "json"))
                .isZero();
        String json = out.toString();
        out.getBuffer().setLength(0);

        assertThat(estimate("--nodes", "3", "--writes", "1", "--output", "yaml"))
                .isZero();

        assertThat(out.toString()).startsWith("source: \"3 nodes");
        assertThat(Json.object(out.toString())).isEqualTo(Json.object(json));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--zones 3 | nothing to estimate (expected: captures, --nodes N",
                "x.pcap --nodes 3 --writes 1 | exclude each other",
                "--nodes 3 --matrix x --writes 1 | exclude each other",
                "--nodes 3 | --nodes needs --writes",
                "--matrix x --zones 3 | need --nodes N",
                "--nodes 3 --writes 1 --period 1h | --period needs --matrix",
                "--matrix x --query q | --query needs --prometheus",
                "--prometheus http://x --labels a,b | --labels needs --query",
                "--matrix x --token-file t | --token-file needs --prometheus",
                "--prometheus http://u:p@x | the address contains a password",
                "x.pcap --like etcd | --like does not apply to captures",
                "--nodes 3 --writes 1 --like mysql | is not recorded traffic (expected: one of any, etcd",
                "--nodes 3 --writes 1 --replication 4 | replication 4 (expected: 1-3)",
                "--nodes 3 --writes NaN | writes NaN (expected: a number",
                "--matrix x --period month | is not a period",
            })
    void wrongCall_saysWhatWasExpected(String options, String message) {
        assertThat(estimate(options.split(" "))).isEqualTo(2);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void matrix_usesTheNodesOfTheConfiguration() throws IOException {
        Path config = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                nodes:
                  - {id: db-1, region: r1, zone: a, host: h1, link: 10.0.0.1:15000}
                  - {id: db-2, region: r2, zone: a, host: h2, link: 10.0.0.2:15000}
                link: {listen: 127.0.0.1:15000}
                targets: {sql: 127.0.0.1:5432}
                policy:
                  - {tier: cross-region, codec: zstd, level: 9}
                tariff: {preset: aws, cross-region: {sent: 0.05, received: 0}}
                """);
        Path matrix = Files.writeString(folder.resolve("m.csv"), "from,to,bytes\ndb-1,10.0.0.2,1e12\nx,db-1,1e9\n");

        assertThat(estimate("--matrix", matrix.toString(), "--config", config.toString(), "--output", "json"))
                .as(err.toString())
                .isZero();

        Map<String, Object> report = Json.object(out.toString());
        Map<String, Object> line = list(report.get("distances")).get(0);
        assertThat(line).containsEntry("tier", "cross-region").containsEntry("codec", "zstd:9");
        assertThat(number(line.get("app_gb_per_month"))).isCloseTo(1000, within(1e-6));
        assertThat(number(line.get("usd_without"))).isCloseTo(50, within(1e-6));
        assertThat(report.get("unknown_names")).isEqualTo(List.of("x"));
    }

    @ParameterizedTest
    @CsvSource({"dollars, dense:2", "bytes, dense:2", "latency, lz4"})
    void codecAuto_isTheBestCandidate_orTheFirstForLatency(String objective, String codec) throws IOException {
        Path config = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                nodes:
                  - {id: db-1, region: r1, zone: a, host: h1, link: 10.0.0.1:15000}
                  - {id: db-2, region: r2, zone: a, host: h2, link: 10.0.0.2:15000}
                link: {listen: 127.0.0.1:15000}
                targets: {sql: 127.0.0.1:5432}
                policy: [{codec: auto}]
                auto: {candidates: [lz4, 'dense:2', 'zstd:1'], objective: %s}
                """.formatted(objective));
        Path matrix = Files.writeString(folder.resolve("m.csv"), "from,to,bytes\ndb-1,db-2,1e12\n");

        assertThat(estimate("--matrix", matrix.toString(), "--config", config.toString(), "--output", "json"))
                .as(err.toString())
                .isZero();
        Map<String, Object> report = Json.object(out.toString());
        out.getBuffer().setLength(0);
        assertThat(estimate("--matrix", matrix.toString(), "--config", config.toString()))
                .isZero();

        assertThat(report).containsEntry("policy_auto", objective);
        assertThat(list(report.get("distances")).get(0)).containsEntry("codec", codec);
        assertThat(out.toString()).contains("codec auto counts as");
    }

    @Test
    void matrix_mistakes_areNamed() throws IOException {
        Path matrix =
                Files.writeString(folder.resolve("m.csv"), "from,to,rate\nr/a/x,r/b/y,1\nr/a/x,r/b/y,?\nr/a/x,1\n");

        assertThat(estimate("--matrix", matrix.toString())).isEqualTo(2);

        assertThat(err.toString())
                .contains(
                        "narrows: " + matrix + ":3:13: \"?\" is not a number", "narrows: " + matrix + ":4:7: 2 values");
    }

    @Test
    void matrix_missing_isNamed() {
        assertThat(estimate("--matrix", folder.resolve("none.csv").toString())).isEqualTo(2);

        assertThat(err.toString()).contains("none.csv: no such file");
    }

    @Test
    void prometheus_query_usesLabelsForSourceAndDestination() throws IOException {
        String url = prometheus(200, """
                {"status":"success","data":{"resultType":"vector","result":[
                 {"metric":{"source":"r/a/x","destination":"r/b/y","zone":"q"},"value":[1,"1e6"]},
                 {"metric":{"source":"r/a/x","destination":"r/b/z"},"value":[1,"NaN"]}]}}""");

        assertThat(estimate("--prometheus", url, "--query", "rate(bytes[5m])", "--output", "json"))
                .as(err.toString())
                .isZero();

        assertThat(queries).containsExactly("query=rate(bytes[5m])");
        assertThat(list(Json.object(out.toString()).get("traffic")))
                .singleElement()
                .satisfies(flow -> assertThat(flow)
                        .containsEntry("from", "r/a")
                        .containsEntry("to", "r/b")
                        .containsEntry("bytes_per_second", 1e6));
    }

    @Test
    void prometheus_otherLabels_canBeNamed() throws IOException {
        String url = prometheus(200, """
                {"data":{"resultType":"vector","result":[{"metric":{"s":"r/a/x","d":"r/b/y"},"value":[1,"5"]}]}}""");

        assertThat(estimate("--prometheus", url, "--query", "q")).isEqualTo(2);
        assertThat(err.toString()).contains("the result has the labels [d, s] (expected: two that name the nodes");

        assertThat(estimate("--prometheus", url, "--query", "q", "--labels", "s,d"))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | {\"error\":\"parse error\"} | cannot answer q: status 400, parse error",
                "200 | <html> | cannot answer q: status 200, not an answer of Prometheus",
                "200 | {\"data\":{\"resultType\":\"matrix\",\"result\":[]}} | the answer is no instant vector",
                "200 | {\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}} | the answer is no instant vector",
                "200 | {\"data\":{\"resultType\":\"vector\",\"result\":[]}} | no series for q",
            })
    void prometheus_otherAnswer_isAnError(int status, String answer, String message) throws IOException {
        assertThat(estimate("--prometheus", prometheus(status, answer), "--query", "q"))
                .isEqualTo(2);

        assertThat(err.toString()).contains(message);
    }

    @Test
    void prometheus_nodeExportersAreMissing_saysWhatWasExpected() throws IOException {
        String url = prometheus(200, "{\"data\":{\"resultType\":\"vector\",\"result\":[]}}");

        assertThat(estimate("--prometheus", url)).isEqualTo(2);

        assertThat(err.toString()).contains("expected: metrics of node exporters, or --query PROMQL");
    }

    @Test
    void prometheus_wrongUrl_saysWhatWasExpected() {
        assertThat(estimate("--prometheus", "localhost:9090", "--query", "q")).isEqualTo(2);

        assertThat(err.toString()).contains("\"localhost:9090\" is not an address such as http://127.0.0.1:9090");
    }

    @Test
    void html_isOneFileWithoutScriptsAndRequests() throws IOException {
        Path page = folder.resolve("page.html");

        assertThat(estimate("--nodes", "1000", "--writes", "100", "--html", page.toString()))
                .isZero();

        assertThat(out.toString()).startsWith("1,000 nodes");
        assertThat(page)
                .content()
                .contains("<dd>$10,519</dd>", "<svg ", "zone-3", "334 nodes", "default-src 'none'", "81,839 – 236,577")
                .doesNotContain("<script", "src=", "href=", "@import", "url(");
    }

    @Test
    void html_namesAreEscaped() throws IOException {
        Path matrix = Files.writeString(folder.resolve("m.csv"), """
                from,to,rate
                "<img src=x onerror=alert(1)>/a/x",r2/\u202Eb/y,1
                "r/'""<b>/x",r/b/y,1
                """);
        Path page = folder.resolve("page.html");

        assertThat(estimate("--matrix", matrix.toString(), "--html", page.toString()))
                .as(err.toString())
                .isZero();

        assertThat(page)
                .content()
                .contains("&lt;img src=x onerror=alert(1)&gt;/a", "r2/\uFFFDb", "r/&#39;&quot;&lt;b&gt;")
                .doesNotContain("<img", "<b>", "\u202E");
    }

    @Test
    void html_folderIsMissing_isNamed() {
        assertThat(estimate(
                        "--nodes",
                        "3",
                        "--writes",
                        "1",
                        "--html",
                        folder.resolve("none/x.html").toString()))
                .isEqualTo(2);

        assertThat(err.toString()).contains("none: no such file");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void html_manyZones_arePointsOrRegions() throws IOException {
        Path page = folder.resolve("page.html");

        assertThat(estimate("--nodes", "100", "--writes", "1", "--zones", "9", "--html", page.toString()))
                .isZero();
        assertThat(page).content().contains("<circle ", "region-1/zone-9").doesNotContain("<rect ");

        assertThat(estimate(
                        "--nodes", "100", "--writes", "1", "--zones", "9", "--regions", "5", "--html", page.toString()))
                .isZero();
        assertThat(page).content().contains("Traffic between regions", "<rect ", ">region-5<");
    }

    private String prometheus(int status, String answer) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/query", exchange -> {
            queries.add(exchange.getRequestURI().getQuery());
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private int estimate(String... arguments) {
        return new CommandLine(new EstimateCommand())
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static void assertRange(Object range, double low, double high) {
        Map<?, ?> ends = (Map<?, ?>) range;
        assertThat(number(ends.get("low"))).isCloseTo(low, within(0.02));
        assertThat(number(ends.get("high"))).isCloseTo(high, within(0.02));
    }

    private static double number(Object value) {
        return ((Number) value).doubleValue();
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object value) {
        return (List<Map<String, Object>>) value;
    }
}
