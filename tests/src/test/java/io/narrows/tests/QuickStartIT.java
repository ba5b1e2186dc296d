package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.CodeBlocks;
import io.narrows.tests.support.Doorway;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Runs docs/quick-start.md verbatim on a machine with only a loopback interface. */
class QuickStartIT {
    /** The folder of config/examples that the document uses. */
    static final String EXAMPLES = "quick-start";

    private static final String DOCUMENT = "quick-start.md";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern PAGE = Pattern.compile("<http://127\\.0\\.0\\.1:(\\d+)/>");
    private static final Duration LIMIT = Duration.ofMinutes(12);
    private static final String METRICS = "curl -s http://127.0.0.1:9901/metrics\n";
    private static final String DENSE = "codec=\"dense\"";

    /** By default 1 s: a busy machine would replace the leader, and a write under way would fail. */
    private static final String PATIENT_ETCD = "ETCD_ELECTION_TIMEOUT=5000";

    /** Adds up the app bytes and the wire bytes of the rows of the page that are in dense. */
    private static final String DENSE_OF_PAGE = """
            [5, 6].map(column => [...document.querySelectorAll('#traffic tr.traffic')]
              .filter(row => row.textContent.includes('dense'))
              .map(row => Number(row.querySelector(`td:nth-child(${column}) data`).value))
              .reduce((a, b) => a + b, 0))""";

    private static final Pattern SAVED = Pattern.compile("etcd (\\d+) bytes, wire (\\d+) bytes, saved (\\d+) %");
    private static final Pattern CARRIED = Pattern.compile("etcd (\\d+) bytes, wire");
    private static final Pattern DENSE_WIRE =
            Pattern.compile("narrows_wire_bytes_total\\{[^}]*codec=\"dense\"[^}]*} (\\S+)");
    private static final Pattern DOLLARS =
            Pattern.compile("transfer: (0\\.\\d+) USD without Narrows, (0\\.\\d+) with it");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host machine;

    @BeforeEach
    void makeMachine() {
        network = new Network(directory);
        machine = network.host("machine");
    }

    @Test
    void theCommands_areUnderTen_andShowWhatTheDocumentSays() throws IOException {
        String script = String.join("", CodeBlocks.marked(DOCUMENT, "run"));

        String output = run(script + METRICS, "finished");

        assertThat(commands(script)).hasSizeLessThan(10);
        assertThat(output).contains("chosen by    rule 2").contains("cross-region");
        assertThat(output.lines()).contains("300");
        MatchResult saved = find(SAVED, output);
        long app = Long.parseLong(saved.group(1));
        long wire = Long.parseLong(saved.group(2));
        assertThat(app).isGreaterThan(60_000); // at least 300 objects of 100 bytes, and etcd's overhead
        assertThat(wire).isPositive();
        assertThat(Long.parseLong(saved.group(3))).isEqualTo(Math.round(100 - 100.0 * wire / app));
        MatchResult dollars = find(DOLLARS, output);
        assertThat(Double.parseDouble(dollars.group(1))).isPositive();
        assertThat(Double.parseDouble(dollars.group(2))).isPositive();
        // Frames only: etcd's probes open a link every two seconds, so handshakes grow with the machine's slowness.
        Metrics metrics = new Metrics(output);
        assertThat(metrics.sum("narrows_wire_bytes_total", DENSE))
                .isPositive()
                .isLessThan(metrics.sum("narrows_app_bytes_total", DENSE) / 2);
        // TCP and IP headers are most of the cost of small writes, and do not shrink.
        assertThat(metrics.sum("narrows_wire_usd_total", DENSE))
                .isPositive()
                .isLessThan(metrics.sum("narrows_baseline_usd_total", DENSE) * 3 / 4);
        assertPagesShowSavings(app);
    }

    /** Checks that both pages linked by the document show no less than the last command printed. */
    private void assertPagesShowSavings(long app) throws IOException {
        List<Integer> ports = PAGE.matcher(CodeBlocks.text(DOCUMENT))
                .results()
                .map(page -> Integer.valueOf(page.group(1)))
                .toList();
        assertThat(ports).hasSize(2);
        try (Chromium browser = Chromium.start(directory)) {
            for (int port : ports) {
                Doorway.open(machine, port);
                await().atMost(LIMIT).until(() -> canReach(machine.address(port)));
                try (Tab tab = browser.open("http://" + machine.ip() + ":" + port + "/", Viewport.DESKTOP)) {
                    await().atMost(LIMIT)
                            .until(() -> !tab.text("#traffic-table tbody").isEmpty());
                    assertThat(tab.value("#figure-app data")).isGreaterThanOrEqualTo(app);
                    assertThat(tab.value("#figure-wire data")).isPositive();
                    assertThat(tab.value("#figure-wire-usd data")).isPositive();
                    assertThat(tab.value("#figure-baseline data")).isPositive();
                    List<?> dense = (List<?>) tab.evaluate(DENSE_OF_PAGE);
                    assertThat(number(dense, 1)).isPositive().isLessThan(number(dense, 0) / 2);
                    await("what a month costs, some seconds after the start")
                            .atMost(LIMIT)
                            .ignoreExceptionsInstanceOf(RuntimeException.class)
                            .untilAsserted(() -> assertThat(tab.value("#rate data"))
                                    .as("net of the processor")
                                    .isNegative());
                    assertThat(tab.text("#figure-wire small"))
                            .matches("\u2212?\\d+\\.\\d\\h% saved, before TCP/IP headers");
                    assertThat(tab.problems()).isEmpty();
                }
            }
        }
    }

    private static double number(List<?> numbers, int index) {
        return ((Number) numbers.get(index)).doubleValue();
    }

    private static boolean canReach(InetSocketAddress address) {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aPairThatRunsAlready_findsItselfThroughTheSidecarsAfterARestart() throws IOException {
        List<String> blocks = CodeBlocks.marked(DOCUMENT, "run");
        String sidecars = blocks.get(1);
        // The members before Narrows was added: each at its own address.
        String members = blocks.get(2)
                .replace("http://127.0.1.1:2380", "http://127.0.0.1:2380")
                .replace("http://127.0.1.2:2380", "http://127.0.0.1:22380")
                .replace("etcd --name", "etcd --snapshot-count 5 --name");
        String restart =
                members.lines().skip(1).reduce("kill $etcds; wait $etcds || true\n", (all, line) -> all + line + "\n");
        String script = members + "etcds=\"$(jobs -p)\"\n" + awaitMembers() + sidecars
                + CodeBlocks.marked(DOCUMENT, "run existing").get(0) + awaitAddresses() + awaitSnapshots() + restart
                + awaitMembers()
                + String.join("", blocks.subList(3, blocks.size())).replace("seq 300", "seq 100")
                + METRICS;

        String output = run(script, "finished");

        assertThat(output.lines()).contains("100");
        long app = Long.parseLong(find(CARRIED, output).group(1));
        assertThat(app).isGreaterThan(20_000);
        // Counts carried bytes only, because each attempt to reach a member that is down costs control messages.
        double wire = DENSE_WIRE
                .matcher(output)
                .results()
                .mapToDouble(sample -> Double.parseDouble(sample.group(1)))
                .sum();
        assertThat(wire).isPositive().isLessThan(app / 2.0);
    }

    /** Waits until a write succeeds; a reader types more slowly than etcd elects. */
    private static String awaitMembers() {
        return "until etcdctl put ready yes > /dev/null 2>&1; do sleep 0.2; done\n";
    }

    /**
     * Waits until both members list the new addresses: a member restarted earlier would have to learn them over a connection
     * at the old ones.
     */
    private static String awaitAddresses() {
        return "for port in 2379 22379; do"
                + " until [[ $(etcdctl --endpoints=127.0.0.1:$port member list) == *127.0.1.1:2380*127.0.1.2:2380*"
                + " || $(etcdctl --endpoints=127.0.0.1:$port member list) == *127.0.1.2:2380*127.0.1.1:2380* ]];"
                + " do sleep 0.2; done; done\n";
    }

    /**
     * Waits until both members have a snapshot with the new addresses. A member that starts without one begins with the
     * addresses at the start of its log, and a stream opened before it has read further bypasses the sidecars.
     */
    private static String awaitSnapshots() {
        return """
                fresh() { find "$data/$1" -name '*.snap' -newer "$data/updated" | grep -q .; }
                for i in $(seq 20); do etcdctl put ready yes > /dev/null; done
                touch "$data/updated"
                until fresh 1 && fresh 2; do etcdctl put ready yes > /dev/null; done
                """;
    }

    private String run(String script, String lastWord) throws IOException {
        Path file = Files.writeString(
                directory.resolve("script"),
                "cd '" + ROOT + "'\nset -e\n" + EtcdNode.PATIENT_ETCDCTL + script + "echo " + lastWord + "\nwait\n");
        Server shell = machine.start("shell", List.of("env", PATIENT_ETCD, "bash", file.toString()));
        await().atMost(LIMIT)
                .failFast(() -> assertThat(shell.isAlive()).as(shell.log()).isTrue())
                .until(() -> shell.log().lines().anyMatch(lastWord::equals));
        return shell.log();
    }

    /** Splits a script into commands: a line without indentation begins a command, and indented lines continue it. */
    private static List<String> commands(String script) {
        return script.lines().filter(line -> !line.startsWith(" ")).toList();
    }

    private static MatchResult find(Pattern pattern, String text) {
        assertThat(text).containsPattern(pattern);
        return pattern.matcher(text).results().findFirst().orElseThrow();
    }
}
