package io.narrows.proxy;

import static io.narrows.proxy.support.Applications.connect;
import static io.narrows.proxy.support.Applications.shutOutput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.Exposed;
import io.narrows.proxy.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two sidecars whose contexts begin from the states of earlier connections, with real sockets. */
@Timeout(60)
final class PrimedLinksTest {
    private static final String DENSE = "- {codec: dense, level: 2}";
    private static final String PRIMED = "- {codec: dense, level: 2, primed: plain}";

    private static final String CATALOG = catalog();

    @TempDir
    private Path folder;

    @Test
    void laterConnections_takeFewerBytes_onlyIfTheRuleSaysSo() throws Exception {
        assertThat(wireBytesOfLaterConnections(PRIMED)).isLessThan(wireBytesOfLaterConnections(DENSE) / 2);
    }

    /** Carries connections until primed ones are possible, and returns the dense bytes of ten more. */
    private double wireBytesOfLaterConnections(String policy) throws Exception {
        Random random = new Random(3);
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), policy).start()) {
            for (int i = 0; i < 10; i++) {
                exchange(pair, random);
            }
            if (policy.equals(PRIMED)) {
                exchangeUntilPrimed(pair, random);
            }
            double before = wireBytes(pair);
            for (int i = 0; i < 10; i++) {
                exchange(pair, random);
            }
            return wireBytes(pair) - before;
        }
    }

    private static void exchangeUntilPrimed(SidecarPair pair, Random random) {
        await().untilAsserted(() -> {
            exchange(pair, random);
            assertThat(primed(pair.a())).isPositive();
            assertThat(primed(pair.b())).isPositive();
        });
    }

    private static double wireBytes(SidecarPair pair) {
        return Exposed.of(pair.a()).sum("narrows_wire_bytes_total", "codec=\"dense\"");
    }

    private static double primed(Sidecar sidecar) {
        return Exposed.of(sidecar).sum("narrows_primed_contexts_total");
    }

    @Test
    void peerWhoseRulesPrimeNothing_isNotPrimed() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), PRIMED)) {
            pair.startB();
            pair.writePolicy(DENSE);
            pair.startA();
            for (int i = 0; i < 5; i++) {
                exchange(pair, new Random(i));
            }

            assertThat(primed(pair.a())).isZero();
            assertThat(primed(pair.b())).isZero();
            assertThat(Exposed.of(pair.b()).sum("narrows_memory_bytes", "pool=\"history\""))
                    .isZero();
        }
    }

    @Test
    void connectionsAtOnce_deliverWhatWasSent() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), PRIMED).start()) {
            exchangeUntilPrimed(pair, new Random(5));
            double before = primed(pair.a());
            List<Thread> threads = new ArrayList<>();
            Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
            for (int i = 0; i < 4; i++) {
                Random random = new Random(i);
                Thread thread = new Thread(() -> {
                    try {
                        for (int j = 0; j < 50; j++) {
                            exchange(pair, random);
                        }
                    } catch (IOException | AssertionError e) {
                        failures.add(e);
                    }
                });
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(failures).isEmpty();
            assertThat(primed(pair.a())).isGreaterThan(before);
            assertThat(failures(pair.a())).isEmpty();
            assertThat(failures(pair.b())).isEmpty();
        }
    }

    /** Returns the failures of links, except those of the start, when the other sidecar does not listen yet. */
    private static List<String> failures(Sidecar sidecar) {
        return Exposed.text(sidecar)
                .lines()
                .filter(line -> line.startsWith("narrows_failures_total"))
                .filter(line -> !line.contains("peer-unreachable") && !line.endsWith(" 0.0"))
                .toList();
    }

    /** Carries one connection, whose target echoes, to its end. */
    private static void exchange(SidecarPair pair, Random random) throws IOException {
        byte[] sent = content(random);
        try (Socket socket = connect(pair.listenerPort())) {
            socket.getOutputStream().write(sent);
            shutOutput(socket);
            assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
        }
    }

    /** Returns what every connection begins with, such as a catalog, and something of its own. */
    private static byte[] content(Random random) {
        byte[] own = new byte[200];
        random.nextBytes(own);
        return (CATALOG + HexFormat.of().formatHex(own)).getBytes(StandardCharsets.UTF_8);
    }

    private static String catalog() {
        Random random = new Random(8);
        StringBuilder catalog = new StringBuilder();
        while (catalog.length() < 20_000) {
            catalog.append("CREATE TABLE t%x (id bigint, v%x text);\n".formatted(random.nextLong(), random.nextLong()));
        }
        return catalog.toString();
    }
}
