package io.narrows.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Peer;
import io.narrows.config.TrafficClass;
import io.narrows.testkit.FreePort;
import io.narrows.testkit.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class AdviseCommandTest {
    private static final String COLUMNS =
            "[\"peer\",\"class\",\"codec\",\"level\",\"unpack\",\"app_bytes\",\"wire_bytes\",\"codec_seconds\",\"rebuild_seconds\",\"wire_usd\",\"cpu_usd\",\"rule_unpack\"]";

    /** zstd 3 saves less than dense, but costs less together with its processor time. */
    private static final String DEAR_PROCESSOR = """
            ["db-2","replication","none",0,[],1000000,1010000,0,0,0.0202,0,[]],\
            ["db-2","replication","zstd",3,[],1000000,250000,0.01,0,0.005,0.0001,[]],\
            ["db-2","replication","dense",2,[],1000000,200000,0.5,0,0.004,0.005,[]]""";

    private static final String LITTLE = """
            ["db-3","heartbeat","none",0,[],20000,20500,0,0,0.0004,0,[]],["db-3","heartbeat","lz4",0,[],20000,9000,0.001,0,0.0001,0.0001,[]]""";

    private final List<HttpServer> servers = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
    }

    @Test
    void cheapestCandidate_isMarked_andProposedWhereTheSampleIsLargeEnough() throws IOException {
        assertThat(advise(sidecar("db-1", true, DEAR_PROCESSOR + "," + LITTLE)))
                .as(err.toString())
                .isZero();

        assertThat(out.toString())
                .contains("db-1 at 127.0.0.1:", "tariff aws 2026-11, 0.04 USD per core and hour")
                .containsPattern(
                        "db-2 +replication +zstd:3 +\\* +1.00MB +250kB +75.0% +10.00 +5.0000 +0.1000 +5.1000\n")
                .containsPattern("db-2 +replication +dense:2 +1.00MB +200kB +80.0% +500.00 +4.0000 +5.0000 +9.0000\n")
                .containsPattern("db-2 +replication +none +1.00MB +1.01MB +-1.0% +0.00 +20.2000 +0.0000 +20.2000\n")
                .contains("No rule for heartbeat to db-3: 20.0kB sampled (expected: at least 262kB)\n")
                .endsWith("policy:\n  - {peer: db-2, class: replication, codec: zstd, level: 3}\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void numbers_haveADecimalPoint_inAnyLocale() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.GERMANY);
        try {
            assertThat(advise(sidecar("db-1", true, DEAR_PROCESSOR))).isZero();
        } finally {
            Locale.setDefault(before);
        }

        assertThat(out.toString()).containsPattern("zstd:3 .* 10\\.00 ");
    }

    @Test
    void rules_areAcceptedInAConfiguration_andChooseTheCandidates() throws IOException, ConfigException {
        String rows = DEAR_PROCESSOR + "," + DEAR_PROCESSOR.replace("db-2", "3");

        assertThat(advise(sidecar("db-1", true, rows), "--output", "yaml"))
                .as(err.toString())
                .isZero();

        Config config = ConfigLoader.parse("narrows.yaml", """
                version: 1
                node: {id: db-1, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {}
                peers:
                  - {id: db-2, region: r1, zone: z2, host: h2, link: 127.0.0.1:15001}
                  - {id: '3', region: r1, zone: z2, host: h3, link: 127.0.0.1:15002}
                """ + out, Path.of("."));
        assertThat(config.peers()).hasSize(2);
        for (Peer peer : config.peers()) {
            assertThat(config.policy()
                            .choose(config.trafficTo(peer, TrafficClass.REPLICATION))
                            .compression()
                            .spec())
                    .hasToString("zstd:3");
        }
    }

    @Test
    void samplesOfSeveralSidecars_areAddedUp() throws IOException {
        String far = """
                ["db-2","replication","none",0,[],1000000,1010000,0,0,0.202,0,[]],\
                ["db-2","replication","zstd",3,[],1000000,250000,0.01,0,0.05,0.0001,[]],\
                ["db-2","replication","dense",2,[],1000000,200000,0.5,0,0.04,0.005,[]]""";

        assertThat(advise(sidecar("db-1", true, DEAR_PROCESSOR) + "," + sidecar("db-3", true, far)))
                .isZero();

        assertThat(out.toString())
                .contains("db-1 at ", "db-3 at ", "codec: dense, level: 2}")
                .containsPattern("dense:2 +\\* +2.00MB")
                .doesNotContain("codec: zstd");
    }

    @Test
    void candidateThatCompressedFewerBytes_isNotProposed() throws IOException {
        String rows = DEAR_PROCESSOR.replace("3,[],1000000", "3,[],900000");

        assertThat(advise(sidecar("db-1", true, rows))).isZero();

        assertThat(out.toString()).containsPattern("zstd:3 +900kB").contains("codec: dense, level: 2}");
    }

    @Test
    void json_hasEstimatesAndRules() throws IOException {
        assertThat(advise(sidecar("db-1", true, DEAR_PROCESSOR + "," + LITTLE), "--output", "json"))
                .isZero();

        Map<String, Object> json = Json.object(out.toString());
        assertThat(json.get("rules"))
                .isEqualTo(List.of(Map.of(
                        "peer", "db-2", "class", "replication", "codec", "zstd", "level", 3, "unpack", List.of())));
        assertThat(json.get("least_bytes")).isEqualTo(262_144);
        assertThat((List<?>) json.get("sidecars"))
                .singleElement()
                .asString()
                .contains(
                        "node=db-1",
                        "tariff=aws 2026-11",
                        "codec=lz4, level=0, unpack=[], app_bytes=20000, wire_bytes=9000");
    }

    @Test
    void formatsThatTheRuleUnpacks_stay_withACodecThatCompresses() throws IOException {
        String rows = """
                ["db-2","bulk","none",0,[],1000000,1010000,0,0,0.0202,0,["gzip","lz4"]],\
                ["db-2","bulk","zstd",3,[],1000000,999000,0.01,0,0.02,0.0005,["gzip","lz4"]],\
                ["db-2","bulk","dense",2,[],1000000,998000,0.5,0,0.0199,0.005,["gzip","lz4"]]""";
        String others = rows.replace("[\"gzip\",\"lz4\"]", "[]").replace("db-2", "db-3");

        assertThat(advise(sidecar("db-1", true, rows + "," + others), "--output", "yaml"))
                .isZero();
        assertThat(advise(sidecar("db-1", true, rows), "--output", "json")).isZero();

        assertThat(out.toString())
                .contains("  - {peer: db-2, class: bulk, codec: zstd, level: 3, unpack: [lz4, gzip]}\n")
                .contains("  - {peer: db-3, class: bulk, codec: none}\n")
                .contains("\"codec\":\"zstd\",\"level\":3,\"unpack\":[\"lz4\",\"gzip\"]}");
    }

    @Test
    void candidateThatUnpacks_isProposedWithItsFormats_whereBothEndsTogetherCostLess() throws IOException {
        String rows = """
                ["db-2","bulk","none",0,[],1000000,1010000,0,0,0.0202,0,[]],\
                ["db-2","bulk","zstd",3,[],1000000,990000,0.01,0,0.0198,0.0001,[]],\
                ["db-2","bulk","zstd",3,["lz4","gzip"],1000000,500000,0.02,0.03,0.01,0.0005,[]],\
                ["db-2","bulk","dense",2,["lz4","gzip"],1000000,400000,0.02,1,0.008,0.01,[]]""";

        assertThat(advise(sidecar("db-1", true, rows))).isZero();

        assertThat(out.toString())
                .containsPattern("zstd:3 unpack +\\* +1.00MB +500kB +50.0% +50.00 ")
                .endsWith("  - {peer: db-2, class: bulk, codec: zstd, level: 3, unpack: [lz4, gzip]}\n");
    }

    @Test
    void ruleThatUnpacks_losesTheKey_whereItCostsMore() throws IOException {
        String rows = """
                ["db-2","bulk","zstd",3,[],1000000,500000,0.01,0,0.01,0.0001,["gzip"]],\
                ["db-2","bulk","zstd",3,["gzip"],1000000,490000,0.02,0.03,0.0098,0.0005,["gzip"]]""";

        assertThat(advise(sidecar("db-1", true, rows), "--output", "yaml")).isZero();

        assertThat(out.toString()).endsWith("  - {peer: db-2, class: bulk, codec: zstd, level: 3}\n");
    }

    @Test
    void samplesOfASidecarWithNothingToUnpack_countForBothCandidates() throws IOException {
        String plain = "[\"db-2\",\"bulk\",\"zstd\",3,[],1000000,990000,0.01,0,0.02,0.0001,[]]";
        String rows = plain + ",[\"db-2\",\"bulk\",\"zstd\",3,[\"lz4\"],1000000,500000,0.02,0.01,0.01,0.0002,[]]";

        assertThat(advise(sidecar("db-1", true, rows) + "," + sidecar("db-3", true, plain)))
                .isZero();

        assertThat(out.toString())
                .containsPattern("zstd:3 unpack +\\* +2.00MB +1.49MB")
                .endsWith("codec: zstd, level: 3, unpack: [lz4]}\n");
    }

    @Test
    void formatsToUnpack_areLeftOutIfNoCandidateCompresses() throws IOException {
        String rows = "[\"db-2\",\"bulk\",\"none\",0,[],1000000,1010000,0,0,0.0202,0,[\"lz4\"]]";

        assertThat(advise(sidecar("db-1", true, rows), "--output", "yaml")).isZero();

        assertThat(out.toString()).endsWith("  - {peer: db-2, class: bulk, codec: none}\n");
    }

    @Test
    void withoutEvidence_thereAreNoRules() throws IOException {
        assertThat(advise(sidecar("db-1", true, LITTLE), "--output", "yaml")).isZero();

        assertThat(out.toString()).endsWith("policy: []\n");
    }

    @Test
    void withoutSamples_itSaysWhatToDo() throws IOException {
        assertThat(advise(sidecar("db-1", false, ""))).isEqualTo(1);
        assertThat(err.toString()).contains("what-if is off; set \"what-if: true\"");

        assertThat(advise(sidecar("db-1", true, ""))).isEqualTo(1);
        assertThat(err.toString()).contains("no samples in the last ten minutes");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void samplesFromBeforeItWasTurnedOff_areShownWithAWarning() throws IOException {
        assertThat(advise(sidecar("db-1", false, DEAR_PROCESSOR))).isZero();

        assertThat(err.toString())
                .contains("narrows: db-1 at 127.0.0.1:", "what-if is off; its samples are from before");
    }

    @Test
    void sidecarThatDoesNotRespond_isNamed() throws IOException {
        int port = FreePort.next();

        assertThat(advise("127.0.0.1:" + port)).isEqualTo(1);
        assertThat(err.toString()).startsWith("narrows: no estimates from 127.0.0.1:" + port + ": ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"columns\":[\"peer\"],\"rows\":[]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"brotli\",0,[],1,1,1,0,1,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"gzip\",99,[],1,1,1,0,1,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db 2\",\"bulk\",\"lz4\",0,[],1,1,1,0,1,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"Bulk\",\"lz4\",0,[],1,1,1,0,1,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"lz4\",0,[],1,1,1,0,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"lz4\",0,[],1,1,1,0,1,1]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"lz4\",0,[],1,1,1,0,1,1,[\"zip\"]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"lz4\",0,[],1,1,1,0,1,1,[],1]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\",\"bulk\",\"lz4\",0,[],1.5,1,1,0,1,1,[]]]}",
                "{\"columns\":" + COLUMNS + ",\"rows\":[[\"db-2\"",
            })
    void otherAnswers_areErrors(String answer) throws IOException {
        assertThat(advise(serving(answer))).isEqualTo(1);
        assertThat(err.toString()).startsWith("narrows: no estimates from 127.0.0.1:");
    }

    @Test
    void badAddress_isAnErrorOfTheCall() {
        assertThat(advise("db-1")).isEqualTo(2);
        assertThat(err.toString()).contains("--admin: ");
    }

    private String sidecar(String node, boolean active, String rows) throws IOException {
        return serving("{\"node\":\"" + node + "\",\"what_if\":" + active
                + ",\"tariff\":\"aws 2026-11\",\"usd_per_core_hour\":0.04," + "\"columns\":" + COLUMNS + ",\"rows\":["
                + rows + "]}");
    }

    /** Returns the address of a server with that answer. */
    private String serving(String answer) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        servers.add(server);
        server.createContext("/what-if", exchange -> {
            byte[] body = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private int advise(String admin, String... options) {
        return new CommandLine(new AdviseCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of("--admin", admin), Arrays.stream(options))
                        .toArray(String[]::new));
    }
}
