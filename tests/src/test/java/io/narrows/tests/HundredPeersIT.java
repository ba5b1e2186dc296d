package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.AnsweringPeers;
import io.narrows.tests.support.Command;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** One sidecar that finds a hundred nodes in a file, and loses them again. */
class HundredPeersIT {
    private static final int PEERS = 100;
    private static final String NETWORK = "10.99.";
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final Path METRICS = Path.of("../docs/metrics.md");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void hundredNodesInAFile_areLinked_haveTheirSeries_andLeave() throws Exception {
        try (Network network = new Network(directory)) {
            Host host = network.host("node");
            Command.run("ip", "route", "add", "local", NETWORK + "0.0/16", "dev", "lo");
            host.run(
                    "ip",
                    "route",
                    "add",
                    NETWORK + "0.0/16",
                    "via",
                    Network.testAddress(0).getAddress().getHostAddress());
            try (AnsweringPeers peers = new AnsweringPeers(PEERS, NETWORK, "node")) {
                list(host, peers.file(1));
                Sidecar sidecar = Sidecar.start(host, yaml(host), "");
                awaitLinked(sidecar, 1);
                Map<String, List<String>> one = series(sidecar);

                list(host, peers.file(PEERS));
                awaitLinked(sidecar, PEERS);
                Map<String, List<String>> all = series(sidecar);

                assertThat(all.get("off")).containsExactlyElementsOf(one.get("off"));
                for (String level : List.of("full", "counters")) {
                    assertThat(all.get(level).size() - one.get(level).size())
                            .as("series of %s", level)
                            .isPositive()
                            .isLessThanOrEqualTo((PEERS - 1) * documented(level));
                }

                list(host, peers.file(0));
                await().atMost(LIMIT)
                        .until(() ->
                                endpoints(sidecar) == 0 && sidecar.metrics().sum("narrows_links") == 0);
                assertThat(sidecar.log()).doesNotContain("link refused", "the peer refuses", "cannot look", "ERROR");
            }
        }
    }

    private static void list(Host host, String addresses) throws IOException {
        Path next = Files.writeString(host.directory().resolve("next"), addresses);
        Files.move(next, host.directory().resolve("peers.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void awaitLinked(Sidecar sidecar, int count) {
        await().atMost(LIMIT)
                .until(() -> endpoints(sidecar) == count
                        && sidecar.get("/readyz?peers=1").statusCode() == 200);
    }

    private static double endpoints(Sidecar sidecar) throws IOException {
        return sidecar.metrics().sum("narrows_discovery_endpoints", "state=\"peer\"");
    }

    /** Returns the names and labels of the series by level of detail, without those of failures: on a busy machine, a dial may fail. */
    private static Map<String, List<String>> series(Sidecar sidecar) throws IOException {
        Map<String, List<String>> series = new TreeMap<>();
        for (String level : new String[] {"full", "counters", "off"}) {
            String text = sidecar.get("/metrics?per-peer=" + level).body();
            series.put(
                    level,
                    text.lines()
                            .filter(line -> line.startsWith("narrows_") && !line.startsWith("narrows_failures_total"))
                            .map(line -> line.substring(0, line.lastIndexOf(' ')))
                            .sorted()
                            .toList());
        }
        return series;
    }

    /** Returns the series of each further peer that has traffic. */
    private static int documented(String level) throws IOException {
        Matcher row = Pattern.compile("\\| `" + level + "` \\| \\d+ \\| \\d+ \\| (\\d+) \\|")
                .matcher(Files.readString(METRICS));
        assertThat(row.find()).isTrue();
        return Integer.parseInt(row.group(1));
    }

    private static String yaml(Host host) {
        return """
                version: 1
                node: {id: node, region: eu, zone: eu-1, host: h}
                link: {listen: '%s:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers-from:
                  - {file: peers.yaml, plaintext: true}
                admin: {listen: '%s:9901', token-file: %s}
                """.formatted(host.ip(), host.ip(), Sidecar.TOKEN_FILE);
    }
}
