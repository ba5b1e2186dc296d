package io.narrows.tests.capture;

import static io.narrows.tests.capture.CapturePair.LIMIT;
import static io.narrows.tests.capture.CapturePair.PORT;
import static io.narrows.tests.capture.CapturePair.V6;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Launcher;
import io.narrows.tests.support.Server;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernel's records of captured connections (conntrack), which must not be applied to other connections with their ports. */
class KernelRecordsIT extends OnCapturePair {
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

    /** For ten seconds the kernel remembers a connection that was reset, and where it was redirected. */
    @Test
    void ownConnection_isNotTakenForAResetOneWithItsPorts() throws IOException {
        far.start("resetting", List.of("perl", "-MSocket", "-e", RESETTING_SERVER, "7002"));
        String yaml = pair.yamlOfNear("own").replace("ip: [", "fallback: plain, ip: [");
        Sidecar a = Sidecar.start(near, yaml, "");
        pair.capture("apply");
        String connect = "socat -u TCP:" + far.ip() + ":7002,reuseaddr,sourceport=%d - 2> /dev/null || true";
        await().atMost(LIMIT)
                .until(() -> near.run("sh", "-c", connect.formatted(41000)).equals("hello"));

        assertThat(near.run("sh", "-c", connect.formatted(41001))).isEqualTo("hello");
        near.run("sysctl", "-q", "-w", "net.ipv4.ip_local_port_range=41001 41001"); // for the sidecar's connection
        assertThat(near.run("sh", "-c", connect.formatted(41002))).isEqualTo("hello");

        assertThat(a.metrics().sum("narrows_fallback_connections_total")).isGreaterThanOrEqualTo(3);
        assertThat(CapturePair.failures(a, "capture-loop")).isZero();
    }

    @Test
    void connectionMadeWithoutRules_isNotTakenForAnEarlierOneWithItsPorts() throws IOException {
        pair.startBoth("own");
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
        pair.capture("apply");

        Files.writeString(input, "hello\n");
        for (Server connected : direct) {
            await().atMost(LIMIT).until(() -> connected.log().endsWith("hello\n"));
        }
    }
}
