package io.narrows.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Host;
import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Network;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests transparent capture between two hosts whose application keeps its addresses. The far application greets with the
 * address that it sees, and returns what it receives.
 */
class TransparentIT {
    private static final int PORT = 7000;
    private static final String V6 = "fd00:77::";
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Connects, waits until the other end greets, and closes with a reset. */
    private static final String RESET = """
            socket($s, PF_INET, SOCK_STREAM, 0) && connect($s, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or die $!;
            sysread($s, $greeting, 100) or die $!;
            setsockopt($s, SOL_SOCKET, SO_LINGER, pack("ii", 1, 0)) && close($s) or die $!;
            """;

    /** Greets each connection on a port, and resets it. */
    private static final String RESETTING_SERVER = """
            socket($l, PF_INET, SOCK_STREAM, 0) && setsockopt($l, SOL_SOCKET, SO_REUSEADDR, 1) or die $!;
            bind($l, sockaddr_in($ARGV[0], INADDR_ANY)) && listen($l, 50) or die $!;
            while (accept($s, $l)) {
                syswrite($s, "hello");
                select(undef, undef, undef, 0.1);
                setsockopt($s, SOL_SOCKET, SO_LINGER, pack("ii", 1, 0)) && close($s);
            }
            """;

    private static final String SUPERVISOR = """
            while :; do
              %1$s run --config %2$s &
              until (: < /dev/tcp/%3$s/15000) 2> /dev/null; do sleep 0.05; done
              %1$s capture apply --config %2$s
              echo $! > $(dirname %2$s)/pid
              wait $!
              %1$s capture remove --if-fail-open
              sleep 1
              while [[ -e $(dirname %2$s)/down ]]; do sleep 0.05; done
            done
            """;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private Network network;

    private Host near;
    private Host far;

    @BeforeEach
    void serve() {
        network = new Network(directory);
        near = host("near", 1);
        far = host("far", 2);
        far.start(
                "app",
                List.of(
                        "socat",
                        "TCP6-LISTEN:" + PORT + ",ipv6only=0,fork,reuseaddr",
                        "SYSTEM:echo $SOCAT_PEERADDR; cat"));
        await().atMost(LIMIT).ignoreExceptions().until(() -> !talk(far.ip()).isEmpty());
    }

    private Host host(String name, int number) {
        Host host = network.host(name);
        host.run("ip", "address", "add", V6 + number + "/64", "dev", "eth0", "nodad");
        return host;
    }

    @ParameterizedTest(name = "source: {0}")
    @CsvSource({"keep, 1", "own, 2"})
    void connections_areCarried_andTheDatabaseSees(String source, int seen) throws IOException {
        Sidecar a = start(near, "near", "far", far, source);
        start(far, "far", "near", near, source);

        assertThat(talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:000%d]%nhello".formatted(seen));
        assertThat(talk("[" + V6 + "2]"))
                .isEqualTo("[fd00:0077:0000:0000:0000:0000:0000:000%d]%nhello".formatted(seen));

        assertThat(a.metrics().appBytes("far")).isGreaterThan(0);
    }

    @Test
    void applied_isInForce_twiceChangesNothing_andRemovedLeavesNothing() throws IOException {
        String rulesBefore = near.run("nft", "list", "ruleset");
        String routesBefore = near.run("ip", "rule") + near.run("ip", "-6", "rule");
        Sidecar a = start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        String applied = near.run("nft", "-a", "list", "ruleset");

        assertThat(capture("apply")).contains("already");
        assertThat(near.run("nft", "-a", "list", "ruleset")).isEqualTo(applied);
        assertThat(capture("status")).isEqualTo("rules installed\n");

        near.run("nft", "flush", "chain", "inet", "narrows", "redirected");
        assertThatThrownBy(() -> capture("status")).hasMessageContaining("was changed since it was applied");
        capture("apply");
        assertThat(capture("status")).isEqualTo("rules installed\n");

        Launcher.run(near, "capture", "remove");
        Launcher.run(near, "capture", "remove");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rulesBefore);
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).isEqualTo(routesBefore);
        assertThat(near.run("ip", "route", "show", "table", "all")).doesNotContain("12386");
        double before = a.metrics().appBytes("far");
        assertThat(talk(far.ip())).endsWith("hello");
        assertThat(a.metrics().appBytes("far")).isEqualTo(before);
    }

    @Test
    void connectionsThatOnlyWait_areReset_whenTheRulesAreRemoved() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        Server v4 = near.start("waiting-v4", List.of("socat", "-u", "TCP:" + far.ip() + ":" + PORT, "-"));
        Server v6 = near.start("waiting-v6", List.of("socat", "-u", "TCP6:[" + V6 + "2]:" + PORT, "-"));
        await().atMost(LIMIT).until(() -> !v4.log().isEmpty() && !v6.log().isEmpty());

        assertThat(Launcher.run(near, "capture", "remove")).contains("reset 2 of 2 captured connections");

        await().atMost(LIMIT).until(() -> !v4.isAlive() && !v6.isAlive());
        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_links", "state=\"open\"") == 0);
    }

    /** For ten seconds the kernel remembers a connection that was reset, and where it was redirected. */
    @Test
    void ownConnection_isNotTakenForAResetOneWithItsPorts() throws IOException {
        far.start("resetting", List.of("perl", "-MSocket", "-e", RESETTING_SERVER, "7002"));
        String yaml = yaml(near, "near", "far", far, "own").replace("ip: [", "fallback: plain, ip: [");
        Sidecar a = Sidecar.start(near, yaml, "");
        capture("apply");
        String connect = "socat -u TCP:" + far.ip() + ":7002,reuseaddr,sourceport=%d - 2> /dev/null || true";
        await().atMost(LIMIT)
                .until(() -> near.run("sh", "-c", connect.formatted(41000)).equals("hello"));

        assertThat(near.run("sh", "-c", connect.formatted(41001))).isEqualTo("hello");
        near.run("sysctl", "-q", "-w", "net.ipv4.ip_local_port_range=41001 41001"); // for the sidecar's connection
        assertThat(near.run("sh", "-c", connect.formatted(41002))).isEqualTo("hello");

        assertThat(a.metrics().sum("narrows_fallback_connections_total")).isGreaterThanOrEqualTo(3);
        assertThat(failures(a, "capture-loop")).isZero();
    }

    /** The sidecar knows its peers' addresses, whatever the rules match. */
    @Test
    void connectionMadeWithoutRules_isNotTakenForAnEarlierOneWithItsPorts() throws IOException {
        start(near, "near", "far", far, "own");
        start(far, "far", "near", near, "own");
        List<String> targets = List.of("TCP:" + far.ip() + ":" + PORT, "TCP6:[" + V6 + "2]:" + PORT);
        for (String target : targets) {
            Server captured =
                    near.start("captured", List.of("socat", "-u", target + ",sourceport=41000,reuseaddr", "-"));
            await().atMost(LIMIT).until(() -> !captured.log().isEmpty());
        }
        Launcher.run(near, "capture", "remove");

        Path input = Files.createFile(near.directory().resolve("input"));
        List<Server> direct = new ArrayList<>();
        for (String target : targets) {
            String command = "tail -f " + input + " | socat -t 10 - " + target + ",sourceport=41000,reuseaddr";
            Server connected = near.start("direct", List.of("sh", "-c", command));
            await().atMost(LIMIT).until(() -> !connected.log().isEmpty());
            direct.add(connected);
        }
        capture("apply");

        Files.writeString(input, "hello\n");
        for (Server connected : direct) {
            await().atMost(LIMIT).until(() -> connected.log().endsWith("hello\n"));
        }
    }

    @Test
    void anyDestination_isHandedOver_andThisHostsOwnIsNot() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        near.start("own-app", List.of("socat", "TCP-LISTEN:7002,fork,reuseaddr", "SYSTEM:echo mine"));
        Launcher.run(near, "capture", "apply", "--config", config(near).toString(), "--any-destination");

        assertThat(talk(far.ip())).endsWith("hello");
        assertThat(a.metrics().appBytes("far")).isGreaterThan(0);
        assertThat(near.run("sh", "-c", "socat -u TCP:" + near.ip() + ":7002,retry=50,interval=0.1 -"))
                .isEqualTo("mine\n");
        assertThat(a.metrics().sum("narrows_passed_connections_total")).isZero();
    }

    @Test
    void oneCapability_isEnoughForTheRules() throws IOException {
        start(near, "near", "far", far, "keep");
        Launcher.run(near, "capture", "remove");
        for (Path folder : List.of(directory, near.directory())) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        String command =
                "exec setpriv --reuid 65534 --clear-groups --inh-caps -all,+net_admin --ambient-caps -all,+net_admin"
                        + " --bounding-set -all,+net_admin -- \"$0\" capture ";
        String launcher = Launcher.path().toString();

        near.run("sh", "-c", command + "apply --reconnect --config " + config(near), launcher);
        assertThat(capture("status")).isEqualTo("rules installed\n");

        near.run("sh", "-c", command + "remove", launcher);
        assertThat(near.run("nft", "list", "ruleset")).isEmpty();
    }

    @Test
    void nameWithoutAddress_leavesTheInstalledRules() throws IOException {
        Path file = writeConfig("own");
        capture("apply");
        String applied = near.run("nft", "list", "ruleset");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("link: '[^']*', ip: \\[.*\\]", "link: 'no-such-host.invalid:15000'"));

        assertThat(capture("apply")).contains("already");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(applied);

        Launcher.run(near, "capture", "remove");
        assertThatThrownBy(() -> capture("apply"))
                .hasMessageContaining("peer far: no-such-host.invalid has no address (set ip in peers)")
                .hasMessageContaining("no peer has an address, and no rules are installed");
    }

    @Test
    void rulesOfAFormerConfiguration_areRemoved_ifNoneIsConfigured() throws IOException {
        Path file = writeConfig("keep");
        capture("apply");
        Files.writeString(file, Files.readString(file).replaceFirst("capture:\n.*\n.*\n", ""));
        assertThatThrownBy(() -> capture("apply")).hasMessageContaining("has no transparent capture");
        assertThatThrownBy(() -> capture("status", "--if-configured"))
                .hasMessageContaining("but no transparent capture is configured");

        capture("apply", "--if-configured");

        assertThat(near.run("nft", "list", "ruleset")).isEmpty();
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).doesNotContain("12386");
        capture("status", "--if-configured");
    }

    /** A database in Java has IPv6 sockets even for IPv4. */
    @Test
    void reconnect_resetsConnectionsToOtherHosts_andNoneWithinThisOne() throws IOException {
        writeConfig("own");
        Server app = near.start("own-app", List.of("socat", "-d", "-d", "TCP-LISTEN:7000,reuseaddr", "SYSTEM:cat"));
        await().atMost(LIMIT).until(() -> app.log().contains("listening"));
        Server inside =
                near.start("inside", List.of("sh", "-c", "sleep 60 | socat -d -d - TCP:" + near.ip() + ":" + PORT));
        Server outside = near.start(
                "outside", List.of("sh", "-c", "sleep 60 | socat -d -d - 'TCP6:[::ffff:" + far.ip() + "]:7000'"));
        await().atMost(LIMIT).until(() -> outside.log().contains("[0000:"));
        await().atMost(LIMIT).until(() -> inside.log().contains("starting data transfer"));

        assertThat(capture("apply", "--any-destination", "--reconnect")).contains("reset 1 of 1 connections");

        await().atMost(LIMIT).until(() -> outside.log().contains(" E "));
        assertThat(near.run("ss", "-H", "-t", "-n", "dport", "=", ":" + PORT)).contains(near.ip());
    }

    @Test
    void destinationOfNoPeer_isReachedUntouched_andCounted() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        a.reload(a.config().replaceFirst("peers:\n.*\n", "peers: []\n"));

        assertThat(talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0001]%nhello".formatted());

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(a.metrics().sum("narrows_passed_connections_total")).isEqualTo(1);
            assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"sent\""))
                    .isEqualTo("hello".length());
            assertThat(a.metrics().sum("narrows_passed_bytes_total", "direction=\"received\""))
                    .isGreaterThan(5);
        });
    }

    @Test
    void connectionToTheCaptureItself_isRefused_andCounted() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");

        assertThatThrownBy(() -> near.run("sh", "-c", "echo hello | socat -t 5 - TCP:127.0.0.1:15001 | grep ."))
                .isInstanceOf(IllegalStateException.class);

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"no-destination\"") == 1);
    }

    @Test
    void endings_areCarried_asTheyAre() throws IOException {
        start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        far.start("counting-app", List.of("socat", "-t", "10", "TCP-LISTEN:7002,fork,reuseaddr", "SYSTEM:wc -c"));
        Server silent = far.start(
                "reset-app",
                List.of("socat", "-d", "-d", "TCP-LISTEN:7003,reuseaddr", "SYSTEM:echo welcome; sleep 20"));
        await().atMost(LIMIT).until(() -> silent.log().contains("listening"));

        assertThat(near.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + far.ip() + ":7002"))
                .as("the answer to a half-closed connection")
                .isEqualTo("5\n");
        near.run("perl", "-MSocket", "-e", RESET, far.ip(), "7003");
        await().atMost(LIMIT).until(() -> silent.log().contains("Connection reset by peer"));
    }

    @Test
    void sidecarWithoutPrivileges_usesItsOwnAddress_andSaysSo() throws IOException {
        start(near, "near", "far", far, "keep");
        Sidecar b = Sidecar.startUnprivileged(
                far, yaml(far, "far", "near", near, "keep").replace("source: keep, ", ""));

        assertThat(talk(far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0002]%nhello".formatted());

        assertThat(b.log()).contains("the database sees this host's address");
        assertThat(b.metrics().sum("narrows_delivered_connections_total", "source=\"own\""))
                .isEqualTo(1);
        assertThat(b.metrics().sum("narrows_delivered_connections_total", "source=\"keep\""))
                .isZero();
    }

    @Test
    void sidecarWithoutPrivileges_isRefusedWhatItCannotDo() {
        assertThatThrownBy(() -> Sidecar.startUnprivileged(far, yaml(far, "far", "near", near, "keep")))
                .hasStackTraceContaining("source: keep needs CAP_NET_ADMIN");
    }

    @ParameterizedTest(name = "fail: {0}")
    @CsvSource({"closed", "open"})
    void killedSidecar_isMissedUntilItIsStartedOrItsRulesAreRemoved(String fail) throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        start(far, "far", "near", near, "keep");
        Files.writeString(config(near), a.config().replace("source: keep", "source: keep, fail: " + fail));
        capture("apply");
        Downtime downtime = probe();

        downtime.begins();
        a.kill();

        long reset = downtime.resetAfter();
        long fails = downtime.failsAfter();
        assertThatThrownBy(() -> talk(far.ip())).hasMessageContaining("Connection refused");
        Launcher.run(near, "capture", "remove", "--if-fail-open");
        if (fail.equals("open")) {
            assertThat(talk(far.ip())).endsWith("hello");
        } else {
            assertThatThrownBy(() -> talk(far.ip())).hasMessageContaining("Connection refused");
            a.start();
        }
        downtime.endsAfter();
        System.out.printf(
                "kill -9, no supervisor, fail: %s: open connection reset after %d ms, new ones refused from %d ms on%n",
                fail, reset, fails);
        assertThat(reset).isLessThan(LIMIT.toMillis());
    }

    /** The supervisor does what docs/deployment.md has systemd do. */
    @ParameterizedTest(name = "fail: {0}")
    @CsvSource({"closed", "open"})
    void killedSidecarUnderASupervisor_comesBackByItself(String fail) throws IOException {
        start(far, "far", "near", near, "keep");
        String yaml = yaml(near, "near", "far", far, "keep").replace("source: keep", "source: keep, fail: " + fail);
        Files.writeString(config(near), yaml);
        Sidecar.writeToken(near);
        near.start("supervisor", List.of("bash", "-c", SUPERVISOR.formatted(Launcher.path(), config(near), near.ip())));
        Path pid = near.directory().resolve("pid");
        await().atMost(LIMIT).until(() -> Files.exists(pid));
        await().atMost(LIMIT).ignoreExceptions().until(() -> capture("status").equals("rules installed\n"));
        Downtime downtime = probe();
        Path down = near.directory().resolve("down");
        if (fail.equals("open")) {
            Files.createFile(down); // connections are answered although no sidecar runs
        }

        downtime.begins();
        near.run("kill", "-9", Files.readString(pid).strip());

        System.out.printf(
                "kill -9, with a supervisor, fail: %s: open connection reset after %d ms, new ones fail after %d ms, and are"
                        + " answered again after %d ms%n",
                fail, downtime.resetAfter(), downtime.failsAfter(), downtime.endsAfter());
        Files.deleteIfExists(down);
        await().atMost(LIMIT).ignoreExceptions().until(() -> capture("status").equals("rules installed\n"));
        assertThat(talk(far.ip())).endsWith("hello");
    }

    /** The sidecar may not mark its packets, and its user is no exception: the kernel returns its own connections to it. */
    @Test
    void ownConnectionsInTheRules_areRefused_andNothingSpins() throws IOException {
        String yaml = yaml(near, "near", "far", far, "own")
                .replaceFirst(".*::1]:15001.*\n", "")
                .replace("127.0.0.1:15001', ports: [7000,", "0.0.0.0:15001', ports: [7000, 15001,")
                .replaceFirst("(link: '[^']*:15000')", "$1, fallback: plain");
        Sidecar a = Sidecar.startUnprivileged(near, yaml);
        capture("apply");

        for (int port : new int[] {PORT, 15001, PORT}) {
            assertThat(near.run(
                            "sh",
                            "-c",
                            "echo hello | socat -d -d -t 5 - TCP:" + far.ip() + ":" + port + " 2>&1 || true"))
                    .contains("Connection reset by peer");
        }

        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(failures(a, "capture-loop")).isEqualTo(3);
            assertThat(a.metrics().sum("narrows_fallback_connections_total")).isEqualTo(3);
        });
        // A peer that sends a connection to the capture's own port cannot make it spin either.
        String other = yaml(far, "far", "near", near, "own")
                .replaceFirst(".*::1]:15001.*\n", "")
                .replace("127.0.0.1:15001', ports: [7000,", "0.0.0.0:15001', ports: [7000, 15001,");
        Sidecar b = Sidecar.start(far, other, "");
        Launcher.run(far, "capture", "apply", "--config", config(far).toString());
        await().atMost(LIMIT).ignoreExceptions().until(() -> talk(far.ip()).endsWith("hello"));
        assertThat(near.run("sh", "-c", "echo hello | socat -d -d -t 5 - TCP:" + far.ip() + ":15001 2>&1 || true"))
                .contains("Connection reset by peer");
        await().atMost(LIMIT).untilAsserted(() -> {
            assertThat(failures(b, "no-destination")).isEqualTo(1);
            assertThat(failures(a, "capture-loop"))
                    .isEqualTo(a.metrics().sum("narrows_fallback_connections_total"))
                    .isLessThan(100);
        });
        assertThat(talk(far.ip())).endsWith("hello");
    }

    /** Begins to connect from the near host to the far one, which greets new connections without a process for each. */
    private Downtime probe() throws IOException {
        Path greeting = Files.writeString(far.directory().resolve("greeting"), "welcome");
        far.start("greeter", List.of("socat", "-U", "TCP-LISTEN:7002,fork,reuseaddr", "OPEN:" + greeting + ",rdonly"));
        return new Downtime(near, far.ip(), PORT, 7002);
    }

    private static double failures(Sidecar sidecar, String reason) throws IOException {
        return sidecar.metrics().sum("narrows_failures_total", "reason=\"" + reason + "\"");
    }

    /** A pod is a host of its own behind the near one, which routes its traffic. */
    @Test
    void routedTraffic_isCapturedByTproxy() throws IOException {
        Host pod = pod();
        assertThat(talk(pod, far.ip())).startsWith("[0000:0000:0000:0000:0000:ffff:0a58:0002]");
        assertThat(talk(pod, "[" + V6 + "2]")).startsWith("[fd00:0088:0000:0000:0000:0000:0000:0002]");
        String rulesBefore = near.run("nft", "list", "ruleset");
        String routesBefore = near.run("ip", "rule") + near.run("ip", "-6", "rule");
        String yaml = yaml(near, "near", "far", far, "keep")
                .replace("{transparent: '127.0.0.1:15001',", "{transparent: '0.0.0.0:15002', mode: tproxy,")
                .replace("{transparent: '[::1]:15001',", "{transparent: '[::]:15003', mode: tproxy,");
        Sidecar a = Sidecar.start(near, yaml, "");
        capture("apply");
        start(far, "far", "near", near, "keep");

        assertThat(capture("apply")).contains("already");
        assertThat(capture("status")).isEqualTo("rules installed\n");
        assertThat(talk(pod, far.ip())).isEqualTo("[0000:0000:0000:0000:0000:ffff:0a4d:0001]%nhello".formatted());
        double carried = a.metrics().appBytes("far");
        assertThat(carried).isGreaterThan(0);
        assertThat(talk(pod, "[" + V6 + "2]"))
                .isEqualTo("[fd00:0077:0000:0000:0000:0000:0000:0001]%nhello".formatted());
        assertThat(a.metrics().appBytes("far")).isGreaterThan(carried);

        a.kill();
        for (String ip : List.of(far.ip(), "[" + V6 + "2]")) {
            assertThatThrownBy(() -> talk(pod, ip)).hasMessageContaining("Connection refused");
        }
        Launcher.run(near, "capture", "remove");
        assertThat(near.run("nft", "list", "ruleset")).isEqualTo(rulesBefore);
        assertThat(near.run("ip", "rule") + near.run("ip", "-6", "rule")).isEqualTo(routesBefore);
        assertThat(near.run("ip", "route", "show", "table", "all")
                        + near.run("ip", "-6", "route", "show", "table", "all"))
                .doesNotContain("12386");
        assertThat(talk(pod, far.ip())).startsWith("[0000:0000:0000:0000:0000:ffff:0a58:0002]");
        assertThat(talk(pod, "[" + V6 + "2]")).startsWith("[fd00:0088:0000:0000:0000:0000:0000:0002]");
    }

    private Host pod() {
        Host pod = network.host("pod");
        pod.run("ip", "address", "flush", "dev", "eth0");
        near.run("ip", "link", "add", "pods", "type", "veth", "peer", "name", "eth1", "netns", "pod");
        near.run("ip", "address", "add", "10.88.0.1/24", "dev", "pods");
        near.run("ip", "address", "add", "fd00:88::1/64", "dev", "pods", "nodad");
        near.run("ip", "link", "set", "pods", "up");
        near.run("sysctl", "-q", "-w", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1");
        pod.run("ip", "address", "add", "10.88.0.2/24", "dev", "eth1");
        pod.run("ip", "address", "add", "fd00:88::2/64", "dev", "eth1", "nodad");
        pod.run("ip", "link", "set", "eth1", "up");
        pod.run("ip", "route", "add", "default", "via", "10.88.0.1");
        pod.run("ip", "-6", "route", "add", "default", "via", "fd00:88::1");
        far.run("ip", "route", "add", "10.88.0.0/24", "via", near.ip());
        far.run("ip", "-6", "route", "add", "fd00:88::/64", "via", V6 + "1");
        return pod;
    }

    @Test
    void portThatIsNotAllowed_isRefusedByTheFarSide() throws IOException {
        Sidecar a = start(near, "near", "far", far, "keep");
        Sidecar b = start(far, "far", "near", near, "keep");
        b.reload(b.config().replace("ports: [7000,", "ports: [7001,"));

        assertThat(near.run("sh", "-c", "echo hello | socat -t 5 - TCP:" + far.ip() + ":" + PORT + " 2>&1 || true"))
                .doesNotContain("hello\n");

        await().atMost(LIMIT).until(() -> a.metrics().sum("narrows_failures_total", "reason=\"target-denied\"") == 1);
    }

    private String capture(String verb, String... options) {
        String[] common = {"capture", verb, "--config", config(near).toString()};
        return Launcher.run(
                near, Stream.concat(Stream.of(common), Stream.of(options)).toArray(String[]::new));
    }

    private String talk(String ip) {
        return talk(near, ip);
    }

    private static String talk(Host from, String ip) {
        return from.run("sh", "-c", "printf hello | socat -t 10 - TCP:" + ip + ":" + PORT);
    }

    /** Writes the near host's configuration for verbs that need no sidecar. */
    private Path writeConfig(String source) throws IOException {
        String yaml = yaml(near, "near", "far", far, source);
        return Files.writeString(config(near), yaml.replaceFirst("admin: .*\n", ""));
    }

    private static Path config(Host host) {
        return host.directory().resolve("narrows.yaml");
    }

    private Sidecar start(Host host, String id, String peer, Host peerHost, String source) throws IOException {
        Sidecar sidecar = Sidecar.start(host, yaml(host, id, peer, peerHost, source), "");
        Launcher.run(host, "capture", "apply", "--config", config(host).toString());
        return sidecar;
    }

    private static String yaml(Host host, String id, String peer, Host peerHost, String source) {
        int other = peer.equals("near") ? 1 : 2;
        return """
                version: 1
                node: {id: %s, region: eu, zone: %s, host: %s}
                link: {listen: '%s:15000', plaintext: true, warm-up: 0s}
                targets: {}
                peers:
                  - {id: %s, region: eu, zone: %s, host: %s, link: '%s:15000', ip: ['%s', '%s%d']}
                capture:
                  - {transparent: '127.0.0.1:15001', ports: [7000, 7002, 7003], source: %s, plaintext: true}
                  - {transparent: '[::1]:15001', ports: [7000, 7002, 7003], source: %s, plaintext: true}
                admin: {listen: '%s:9901', token-file: %s}
                """.formatted(
                        id,
                        id,
                        id,
                        host.ip(),
                        peer,
                        peer,
                        peer,
                        peerHost.ip(),
                        peerHost.ip(),
                        V6,
                        other,
                        source,
                        source,
                        host.ip(),
                        Sidecar.TOKEN_FILE);
    }
}
