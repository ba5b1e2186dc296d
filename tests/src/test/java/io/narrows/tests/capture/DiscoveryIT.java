package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.dns.DnsServer;
import io.narrows.testkit.dns.Zone;
import io.narrows.testkit.dns.ZoneRecord;
import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes with the same configuration file that find each other in DNS and in a file, while applications exchange data with
 * those of other hosts at their ordinary addresses, and compare all bytes.
 */
class DiscoveryIT {
    private static final int PORT = 7000;
    private static final InetSocketAddress DNS = Network.testAddress(53);
    private static final String NAME = "peers.example";
    private static final List<String> WARNINGS = List.of("link refused", "the peer refuses", "cannot look for peers");
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /** Sends some kilobytes and compares the echo, all the time: over one connection, or with a second argument over many. */
    private static final String TALK = """
            use IO::Socket::INET;
            $| = 1;
            my ($s, $n);
            while (1) {
                if (!$s || $ARGV[1]) {
                    $s = IO::Socket::INET->new(PeerAddr => $ARGV[0], Timeout => 10) or die "no connection: $@";
                }
                $n++;
                my $sent = join "", map { "row $n.$_ of a table\\n" } 1 .. 200;
                print $s $sent and $s->flush or die "not sent: $!";
                my $echo;
                read($s, $echo, length $sent) or die "connection lost: $!";
                $echo eq $sent or die "other bytes";
                print "same\\n";
                select undef, undef, undef, 0.02;
            }
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    @AutoClose
    private DnsServer dns;

    private volatile Zone zone = Zone.of();
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private Path file;

    @BeforeEach
    void serve() throws IOException {
        network = new Network(directory);
        dns = DnsServer.start(DNS, () -> zone);
        for (String name : List.of("n1", "n2", "n3")) {
            Host host = network.host(name);
            host.nameServer(DNS.getAddress());
            host.start("app", List.of("socat", "TCP-LISTEN:" + PORT + ",fork,reuseaddr", "EXEC:cat"));
            hosts.put(name, host);
        }
        Files.createDirectory(directory.resolve("found"));
        listInFile();
        file = Files.writeString(directory.resolve("narrows.yaml"), """
                version: 1
                node: {id: "${NODE_ID}", region: eu, zone: "z-${NODE_ID}", host: "${NODE_ID}"}
                link: {listen: '0.0.0.0:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers-from:
                  - {dns: '%s:15000', plaintext: true}
                  - {file: found, plaintext: true}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [%d], source: keep, plaintext: true}
                policy:
                  - {codec: zstd}
                admin: {listen: '0.0.0.0:9901', exposed: true}
                """.formatted(NAME, PORT));
    }

    @Test
    void nodesThatComeAndGo_changeHowConnectionsAreCarried_butNoByteOfThem() throws IOException {
        listInDns("n1", "n2");
        Sidecar a = launch("n1", "n1");
        Sidecar b = launch("n2", "n2");
        a.awaitReady();
        b.awaitReady();
        capture("n1");
        capture("n2");
        Server running = talk("n1", "n2", "");
        Server many = talk("n1", "n3", "many");
        awaitMore(a, "narrows_app_bytes_total", "peer=\"n2\"", "codec=\"zstd\"");
        awaitMore(a, "narrows_passed_connections_total");
        assertThat(a.metrics().appBytes("n3")).isZero();

        Sidecar c = launch("n3", "n3");
        c.awaitReady();
        capture("n3");
        listInDns("n1", "n2", "n3");
        awaitMore(a, "narrows_app_bytes_total", "peer=\"n3\"", "codec=\"zstd\"");
        Server back = talk("n3", "n2", "");
        awaitMore(c, "narrows_app_bytes_total", "peer=\"n2\"", "codec=\"zstd\"");
        Server open = talk("n1", "n3", "");
        awaitMore(open);

        listInDns("n1", "n2");
        awaitMore(a, "narrows_passed_connections_total");
        awaitMore(open);
        open.kill();
        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_links", "peer=\"n3\"") == 0);

        listInFile("n3");
        awaitMore(a, "narrows_app_bytes_total", "peer=\"n3\"", "codec=\"zstd\"");
        for (Server talk : List.of(running, back)) {
            awaitMore(talk);
        }
        for (Server talk : List.of(running, back, many)) {
            assertThat(talk.log().lines()).containsOnly("same");
        }
        for (Sidecar sidecar : List.of(a, b, c)) {
            assertThat(sidecar.log())
                    .doesNotContain(WARNINGS.toArray(String[]::new))
                    .doesNotContain("ERROR");
        }
    }

    @Test
    void secondNodeOfAnId_isRefused_untilTheFirstIsGone() throws IOException {
        listInDns("n1", "n2");
        Sidecar a = launch("n1", "n1");
        Sidecar first = launch("n2", "n2");
        Sidecar second = launch("n3", "n2");
        List.of(a, first, second).forEach(Sidecar::awaitReady);
        awaitLink(a, "n2");

        listInDns("n1", "n2", "n3");

        await().atMost(LIMIT).until(() -> a.log().contains("two nodes have the same id"));
        await().atMost(LIMIT).until(() -> first.log().contains("is that of the node that was reached"));
        await().atMost(LIMIT).until(() -> second.log().contains("node n2 is already known at"));
        await().atMost(LIMIT).until(() -> a.log().contains("duplicate-node"));
        awaitLink(a, "n2");

        listInDns("n1", "n3");
        awaitLink(a, "n3");
    }

    private Sidecar launch(String host, String id) {
        return Sidecar.launchAs(hosts.get(host), file, id);
    }

    private void capture(String node) {
        String narrows = Launcher.path().toString();
        hosts.get(node).run("env", "NODE_ID=" + node, narrows, "capture", "apply", "--config", file.toString());
    }

    /** Starts an application that talks with the one of another host. */
    private Server talk(String from, String to, String many) {
        String address = hosts.get(to).ip() + ":" + PORT;
        return hosts.get(from).start("talk-" + to + many, List.of("perl", "-e", TALK, address, many));
    }

    private void listInDns(String... nodes) {
        zone = Zone.of(Arrays.stream(nodes)
                .map(node -> ZoneRecord.address(NAME, 1, hosts.get(node).ip()))
                .toArray(ZoneRecord[]::new));
    }

    private void listInFile(String... nodes) throws IOException {
        String items = Arrays.stream(nodes)
                .map(node -> hosts.get(node).ip() + ":15000")
                .collect(Collectors.joining(", ", "[", "]\n"));
        Path next = Files.writeString(directory.resolve("next"), items);
        Files.move(next, directory.resolve("found/peers.yaml"), StandardCopyOption.REPLACE_EXISTING);
    }

    private void awaitLink(Sidecar sidecar, String peerHost) {
        String address = hosts.get(peerHost).ip() + ":";
        await().atMost(LIMIT)
                .until(() -> sidecar.get("/explain?peer=n2").body().contains(address)
                        && sidecar.metrics().sum("narrows_peer_up", "peer=\"n2\"") == 1);
    }

    private static void awaitMore(Sidecar sidecar, String metric, String... labels) throws IOException {
        double before = sidecar.metrics().sum(metric, labels);
        await().atMost(LIMIT).until(() -> sidecar.metrics().sum(metric, labels) > before);
    }

    private static void awaitMore(Server talk) {
        long before = talk.log().lines().count();
        await().atMost(LIMIT).until(() -> talk.log().lines().count() > before + 5);
    }
}
